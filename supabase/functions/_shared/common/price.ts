/**
 * A price in words: "€85.50", "€85", "¥9,000".
 * @param price in the currency's own unit
 * @param currency ISO 4217
 */
export function priceWords(price: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(
    price,
  );
}
