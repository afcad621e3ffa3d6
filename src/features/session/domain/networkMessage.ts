/** What a visitor reads when no answer comes. */
export const NETWORK_MESSAGE = 'Network error. Please check your connection and try again.';
