/**
 * What mails call a product. An order says itself what it is of, in words that anybody may send, so mails use these names; those of
 * the store are the store's own (a test compares them), and all else is `custom` (`private.mail_product`).
 */
export const PRODUCT_NAMES: Readonly<Record<string, string>> = {
  'namibian-breeze': 'NAMIBIAN BREEZE',
  'noise-pollution': 'NOISE POLLUTION',
  'shibuya-crossing': 'SHIBUYA CROSSING',
  custom: 'a bottle of your own',
};
