/*
 * Effect of a confirmation link, in the words of every screen that describes it. A password from before the
 * confirmation counts only in the browser that registered (docs/decisions.md 50).
 */

/** Reason to choose a password again; the second half of a sentence. */
export const CHOOSE_PASSWORD_REASON = 'somebody else may have registered your address.';
/** Effect in a browser that did not register the account; the first half of that sentence. */
export const ANOTHER_BROWSER = 'In a browser in which you did not register, you choose your password again';
/** Effect of the link in the browser that registered, and in others. */
export const LINK_WORDS = `In this browser the link in it logs you in at once. In another one you choose your password again: ${CHOOSE_PASSWORD_REASON}`;
/** True for a new and for a registered address: the answer to a registration does not reveal which it is. */
export const KNOWN_ADDRESS_WORDS = 'If you have an account already, the mail says so, and nothing has changed.';
