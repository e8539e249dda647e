/** Pieces that parsers stumble over. */
const pieces = [
  "---\n",
  "---",
  "\n---\n",
  "...\n",
  ": ",
  ":",
  "- ",
  "  ",
  "\t",
  "\n",
  "\r\n",
  "\r",
  "#",
  "&a ",
  "*a",
  "!!str ",
  "!x ",
  "|",
  ">-\n  ",
  "'",
  '"',
  "\\",
  "[",
  "]",
  "{",
  "}",
  ",",
  "?",
  "%",
  "@",
  "`",
  "<<: *a\n",
  "__proto__:\n  polluted: yes\n",
  "constructor: {prototype: {polluted: 1}}\n",
  "\0",
  "\u0007",
  "\ufeff",
  "\u200b",
  "\u{e0041}",
  "\u202e",
  "\ud800",
  "name: x\n",
  "description: y: z\n",
  "metadata:\n  a: 1\n",
  "tools:\n  - name: a\n",
  "allowed-tools: [a, b]\n",
  "$ARGUMENTS",
  "!`ls`",
  "<!-- ",
  "-->",
  "[a](b/c.md)",
  "](",
  "](../x)",
  "```",
  "0x1F",
  "1.0",
  "null",
  "~",
];

/** Changes a text in one to six places: insert, delete, repeat, swap. */
export function mutateText(text: string, random: () => number): string {
  let result = text;
  const changes = 1 + Math.floor(random() * 6);
  for (let change = 0; change < changes; change++) {
    const at = Math.floor(random() * (result.length + 1));
    const length = Math.floor(random() * 12);
    const piece = pieces[Math.floor(random() * pieces.length)] ?? "";
    const kind = Math.floor(random() * 4);
    const inserted =
      [piece, "", piece.repeat(1 + Math.floor(random() * 20)), result.slice(at, at + length * 3).repeat(2)][
        kind
      ] ?? "";
    result = result.slice(0, at) + inserted + result.slice(at + (kind === 0 ? 0 : length));
  }
  return result;
}

const numbers = [0, 1, 0x7f, 0x80, 0xff];

/** Changes bytes in one to eight places: set, flip, cut, repeat. */
export function mutateBytes(bytes: Uint8Array, random: () => number): Uint8Array {
  let result = bytes.slice();
  const changes = 1 + Math.floor(random() * 8);
  for (let change = 0; change < changes; change++) {
    const at = Math.floor(random() * result.length);
    const kind = Math.floor(random() * 10);
    if (kind < 5) result[at] = numbers[Math.floor(random() * numbers.length)] ?? 0;
    else if (kind < 8) result[at] = (result[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    else if (kind === 8) result = result.slice(0, at);
    else result = new Uint8Array([...result.subarray(0, at), ...result.subarray(Math.max(0, at - 40))]);
    if (result.length === 0) return result;
  }
  return result;
}
