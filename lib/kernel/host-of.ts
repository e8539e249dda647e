/** Whom an address is of, as it is named to people; the address itself where it is none. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
