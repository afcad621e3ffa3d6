/**
 * The external shop's buy button, by Shopify's Buy Button library. Loaded only when the build names a script, a store
 * domain, a storefront token and a product (docs/decisions.md, 60).
 */

interface ShopWidgetConfig {
  /** Address of the library's script. */
  script: string;
  /** The store's domain, such as `example.myshopify.com`. */
  domain: string;
  /** Public storefront access token. */
  token: string;
  productId: string;
}

/** The used part of the library's interface. */
interface BuyButton {
  buildClient(options: { domain: string; storefrontAccessToken: string }): unknown;
  UI: { onReady(client: unknown): Promise<{ createComponent(type: 'product', options: object): Promise<unknown> }> };
}

/**
 * The shop widget of this build; null when its configuration is incomplete.
 * @param place of the bottle in the store: the build names one product for all, or one for each, separated by commas
 */
export function shopWidget(
  place: number,
  env: Readonly<Record<string, unknown>> = import.meta.env ?? {},
): ShopWidgetConfig | null {
  const value = (name: string): string => (typeof env[name] === 'string' ? env[name].trim() : '');
  const products = value('VITE_SHOP_PRODUCT_ID')
    .split(',')
    .map((id) => id.trim());
  const config = {
    script: value('VITE_SHOP_WIDGET_SCRIPT'),
    domain: value('VITE_SHOP_DOMAIN'),
    token: value('VITE_SHOP_TOKEN'),
    productId: (products.length === 1 ? products[0] : products[place]) ?? '',
  };
  return /^https?:\/\//.test(config.script) && config.domain !== '' && config.token !== '' && config.productId !== ''
    ? config
    : null;
}

const buttonLoads = new Map<string, Promise<BuyButton>>();

function library(script: string): Promise<BuyButton> {
  let library = buttonLoads.get(script);
  if (library === undefined) {
    library = new Promise<BuyButton>((resolve, reject) => {
      const element = document.createElement('script');
      element.src = script;
      element.async = true;
      // The page is cross-origin isolated: foreign scripts need CORS.
      element.crossOrigin = 'anonymous';
      element.onload = () => {
        const { ShopifyBuy } = window as { ShopifyBuy?: BuyButton };
        if (ShopifyBuy === undefined) reject(new Error('The shop script brings no buy button.'));
        else resolve(ShopifyBuy);
      };
      element.onerror = () => reject(new Error('The shop script could not be loaded.'));
      document.head.append(element);
    });
    // Retry a failed script at the next visit to the store.
    library.catch(() => buttonLoads.delete(script));
    buttonLoads.set(script, library);
  }
  return library;
}

/**
 * Mounts the product's buy button in an element.
 * @throws when the shop cannot be reached; the caller then shows its own form
 */
export async function mountShopWidget(
  { script, domain, token, productId }: ShopWidgetConfig,
  node: HTMLElement,
  button: string,
): Promise<void> {
  const shop = await library(script);
  const ui = await shop.UI.onReady(shop.buildClient({ domain, storefrontAccessToken: token }));
  await ui.createComponent('product', {
    id: productId,
    node,
    options: {
      product: {
        buttonDestination: 'checkout',
        contents: { img: false, title: false, price: false },
        text: { button },
      },
    },
  });
}
