/** A quick estimate that needs no table: about 4 Latin characters a token, one token for most others. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x2e80) wide++;
  return Math.ceil((text.length - wide) / 4 + wide);
}
