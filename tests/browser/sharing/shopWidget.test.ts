import { describe, expect, it } from 'vitest';
import { mountShopWidget, shopWidget } from '#core/network/shopWidget.ts';

const FULL_SETTINGS = {
  VITE_SHOP_WIDGET_SCRIPT: 'https://shop.example.com/button.js',
  VITE_SHOP_DOMAIN: 'example.myshopify.com',
  VITE_SHOP_TOKEN: 'token',
  VITE_SHOP_PRODUCT_ID: '42',
};

/** A script with the buy button's interface, which records its calls. */
function library(): string {
  const source = `window.ShopifyBuy = {
    buildClient: (options) => ({ options }),
    UI: { onReady: async (client) => ({ createComponent: async (type, { id, node, options }) => {
      const button = document.createElement('button');
      button.textContent = options.product.text.button;
      button.dataset.asked = JSON.stringify({ type, id, ...client.options, to: options.product.buttonDestination });
      node.append(button);
    } }) },
  };`;
  return URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
}

describe('the external shop', () => {
  it('is off unless all of it is configured', () => {
    expect(shopWidget(0, {})).toBeNull();
    for (const name of Object.keys(FULL_SETTINGS)) expect(shopWidget(0, { ...FULL_SETTINGS, [name]: ' ' })).toBeNull();
    expect(shopWidget(0, { ...FULL_SETTINGS, VITE_SHOP_WIDGET_SCRIPT: 'javascript:alert(1)' })).toBeNull();
    expect(shopWidget(0, FULL_SETTINGS)).toEqual({
      script: FULL_SETTINGS.VITE_SHOP_WIDGET_SCRIPT,
      domain: 'example.myshopify.com',
      token: 'token',
      productId: '42',
    });
    expect(shopWidget(2, FULL_SETTINGS)?.productId).toBe('42');
    // Each bottle has its own id there, where the build names three.
    const three = { ...FULL_SETTINGS, VITE_SHOP_PRODUCT_ID: '42, 43,44' };
    expect([0, 1, 2].map((place) => shopWidget(place, three)?.productId)).toEqual(['42', '43', '44']);
    expect(document.querySelector('script[src*="shop"]')).toBeNull();
  });

  it('puts its button for the product into the page, and its script once', async () => {
    const script = library();
    const config = { ...shopWidget(0, FULL_SETTINGS)!, script };
    const places = [document.createElement('div'), document.createElement('div')];
    await Promise.all(places.map((place) => mountShopWidget(config, place, 'ORDER NOW')));
    for (const place of places) {
      const button = place.querySelector('button')!;
      expect(button.textContent).toBe('ORDER NOW');
      expect(JSON.parse(button.dataset['asked']!)).toEqual({
        type: 'product',
        id: '42',
        domain: 'example.myshopify.com',
        storefrontAccessToken: 'token',
        to: 'checkout',
      });
    }
    expect(document.querySelectorAll(`script[src="${script}"]`)).toHaveLength(1);
  });

  it('reports an unreachable or invalid shop', async () => {
    const config = shopWidget(0, FULL_SETTINGS)!;
    const empty = URL.createObjectURL(new Blob(['delete window.ShopifyBuy'], { type: 'text/javascript' }));
    const gone = URL.createObjectURL(new Blob([]));
    URL.revokeObjectURL(gone);
    await expect(mountShopWidget({ ...config, script: empty }, document.createElement('div'), 'Order')).rejects.toThrow(
      'brings no buy button',
    );
    await expect(mountShopWidget({ ...config, script: gone }, document.createElement('div'), 'Order')).rejects.toThrow(
      'could not be loaded',
    );
  });
});
