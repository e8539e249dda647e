import { findFindings } from "@/lib/findings/find-findings";
import { isTooMuch, measureGrowth } from "./growth";

const megabyte = 1_000_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(megabyte / piece.length));

/** A megabyte each of what patterns could stumble over. */
const hostile: readonly string[] = [
  "A",
  " ",
  "\n",
  "\t",
  "=",
  "-",
  "\\",
  '"',
  "|",
  "<",
  "(",
  "[",
  "!`",
  "`",
  "<!--",
  "-->",
  "<a ",
  "![",
  "](",
  "[a]: ",
  "a=",
  "a:",
  "token=",
  "password: ",
  "secret=A1b2C3d4E5f6G7h8",
  "aws key ",
  "authorization: bearer ",
  "://a:",
  "http://a:b",
  "Server=a;",
  "user=a;password=",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN PRIVATE KEY-----\nA: b\n",
  "PuTTY-User-Key-File-3: x\n",
  '"kty" ',
  "eyJa",
  "eyJaaaaaaaaaaaa.",
  "sk-",
  "ghp_aaaaaaaaaaaaaaaaaaaaaaaa ",
  "glpat-",
  "SK0",
  "xoxb-1-",
  "hooks.slack.com/",
  "AKIA",
  "curl ",
  "curl a | ",
  "curl -o a ",
  "curl a > b;",
  "curl \\\n",
  "wget\n",
  "chmod +x a;",
  "curl x\nchmod +x a\n",
  "base64 -d ",
  "base64 -d | ",
  "base64 -d > a;",
  "eval(",
  "exec(",
  "eval $(",
  "printf '\\x61",
  "powershell -",
  "certutil ",
  "npx -a ",
  "pip install -a ",
  "git+https://",
  "nc ",
  "bash -i ",
  "cat ",
  "cat ~/.ssh/",
  "~/.aws/credentials ",
  "read /etc/shadow ",
  "security ",
  "tar ~ ",
  "env | ",
  "scp -a ",
  "requests.post(",
  "fetch(",
  "os.environ ",
  "first download ",
  "before you download http://a",
  "you must install\n",
  "ignore ",
  "ignore all ",
  "ignore your a b ",
  "ignorier a b c ",
  "ignorez les ",
  "忽略",
  "忽略之前",
  "以前の",
  "이전 ",
  "игнорируй ",
  "don't tell ",
  "you are ",
  "without ",
  'style="',
  '<p style="',
  '<p style="color:',
  'alt="',
  "[//]: # (",
  "send a to ",
  "<!-- send ",
  "<!-- x -->",
  "<!-- ignore all previous instructions -->",
  "\u200b",
  "a\u200b",
  "\u{e0041}",
  "\u{1f3f4}\u{e0067}",
  "\ufe0f",
  "\u202e",
  "\u2066",
  "\u200e",
  "\u001b",
  "\u200d",
  "\u{1f468}\u200d",
  "f0VMRgIB",
  "---\n",
  "---\na: b\n",
  "a: &a\n",
  "hooks:\n",
  "allowed-tools: Bash(*)\n",
  "![a][b]\n",
  "[a]: http://b\n",
  "![a](http://b) ",
];

/**
 * `npm run bench -- hostile`: milliseconds of processor time that findings need for 100 KB of each, at most 100; and how
 * everything that the server does with a text grows with it.
 */
export function run(): number {
  const growing = measureGrowth();
  growing.sort((left, right) => right.second / right.size - left.second / left.size);
  const tooMuch = growing.filter(isTooMuch);
  console.log(
    `${growing.length} functions and shapes; the slowest, and whatever grows with more than the text:`,
  );
  for (const one of new Set([...tooMuch, ...growing.slice(0, 12)])) {
    const size = `${(one.size / 1000).toLocaleString("en")} K`;
    const times = `${one.first.toFixed(0)} ms, twice that ${one.second.toFixed(0)} ms`;
    const sign = isTooMuch(one) ? "MISS" : "ok  ";
    console.log(`${sign} ${one.what.padEnd(28)} ${one.shape.padEnd(30)} ${size.padStart(8)}: ${times}`);
  }
  return Math.max(tooMuch.length > 0 ? 1 : 0, runFindings());
}

function runFindings(): number {
  const times = hostile.flatMap((piece) =>
    ["SKILL.md", "notes.md", "run.sh"].map((path) => ({
      piece,
      path,
      milliseconds: timeOf(path, fill(piece)),
    })),
  );
  const long = timeOf("long.md", "word ".repeat(2 * megabyte)) / 10;
  times.push({ piece: "10 MB in one line", path: "long.md", milliseconds: long });
  times.sort((left, right) => right.milliseconds - left.milliseconds);
  for (const { piece, path, milliseconds } of times.slice(0, 12))
    console.log(`${(milliseconds / 10).toFixed(1).padStart(7)} ms  ${path}  ${JSON.stringify(piece)}`);
  return (times[0]?.milliseconds ?? 0) > megabyte / 1000 ? 1 : 0;
}

function timeOf(path: string, text: string): number {
  const start = process.cpuUsage();
  findFindings([{ path, text, size: text.length }]);
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1000;
}
