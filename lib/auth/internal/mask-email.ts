/**
 * Enough of what was typed as an e-mail address to recognise one's own mistake, and too little to learn an address or a
 * password that went into the wrong field: "i***@e***".
 */
export function maskEmail(typed: string): string {
  const [name = "", host] = typed
    .trim()
    .slice(0, 254)
    .split(/@(?=[^@]*$)/);
  return host === undefined ? maskPart(name) : `${maskPart(name)}@${maskPart(host)}`;
}

function maskPart(part: string): string {
  const [first = ""] = part;
  return `${/^[\p{L}\p{N}]$/u.test(first) ? first : ""}***`;
}
