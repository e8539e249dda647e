// The benches in which clients of others meet the server, as checks of `npm test`: what such a bench prints, counted.

/** Of `npm run bench`; each installs its clients outside of the project, and says which of them it had to leave out. */
export const clientBenches = [
  ["git-clients", "--only", "clients"],
  ["delivery-clients"],
  ["mcp-clients"],
  ["generated-client"],
];

/**
 * What benches said, `{ code, output }` each, as a gate's result. One that ended badly without naming a check that missed
 * counts as one that failed. A client that cannot be had is no failure: it is named in the note.
 */
export function countClientChecks(benches) {
  const lines = benches.flatMap(({ output }) => output.split("\n"));
  const leftOut = lines.filter((line) => line.endsWith(": left out."));
  const broken = benches.filter(({ code, output }) => code !== 0 && !/^MISS /m.test(output));
  const failed = lines.filter((line) => line.startsWith("MISS ")).length + broken.length;
  return {
    passed: lines.filter((line) => line.startsWith("ok   ")).length,
    failed,
    note: leftOut.join(" "),
    output: failed === 0 ? "" : benches.map(({ output }) => output).join("\n"),
  };
}
