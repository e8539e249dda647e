import type { CodeTokens } from "./code-values";
import { hostsIn } from "./hosts";
import { isKnownOutside, pathSighting } from "./paths";
import type { Sighting } from "./sighting";

/** Addresses and paths in texts of a program, wherever they stand: a constant is used somewhere. Texts that only explain are left out. */
export function readStrings(tokens: CodeTokens, isExplanation: (at: number) => boolean): Sighting[] {
  const found: Sighting[] = [];
  for (const [at, token] of tokens.all.entries()) {
    if (token.kind !== "string" || isExplanation(at)) continue;
    for (const host of hostsIn(token.text, "named", 0))
      found.push({ ...host, start: token.isPlain ? token.textStart + host.start : token.start });
    if (/\s/.test(token.text) || !isKnownOutside(token.text)) continue;
    const path = pathSighting(token.text, "opened", token.start);
    if (path) found.push({ ...path, certainty: token.isLiteral ? "literal" : "run-time" });
  }
  return found;
}
