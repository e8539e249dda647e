// In the place of "server-only" where this is known to be no browser.
export {};
