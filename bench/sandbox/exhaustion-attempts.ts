const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const python = (code: string): string => `python3 -c ${quoted(code)}`;
const js = (code: string): string => `node -e ${quoted(code)}`;

/** What never ends, or takes more than there is. Outside it has to be ended by force, or to pass what is allowed inside. */
export type ExhaustionAttempt = {
  name: string;
  command: string;
  /** Where the same would take the machine with it. */
  control?: string;
};

export const exhaustionAttempts: readonly ExhaustionAttempt[] = [
  { name: "endless-loop", command: "while true; do :; done" },
  { name: "endless-output", command: "yes" },
  { name: "endless-output-python", command: python("while True: print('x'*1000)") },
  { name: "endless-output-js", command: js("for(;;) console.log('x'.repeat(1000))") },
  {
    name: "fork-bomb",
    command: "b() { b | b & }; b; sleep 60",
    control: "for i in $(seq 40); do sleep 60 & done; wait",
  },
  { name: "huge-file", command: "head -c 10000000000 /dev/zero > big; sleep 60" },
  {
    name: "huge-file-python",
    command: `${python("f=open('big','wb')\nwhile True: f.write(b'x'*1000000)")}; sleep 60`,
  },
  { name: "many-files", command: "i=0; while true; do i=$((i+1)); : > f$i; done" },
  { name: "string-doubling", command: "s=aaaaaaaa; while true; do s=$s$s; done" },
  { name: "brace-expansion", command: "for i in {1..99999999}; do :; done; sleep 60" },
  { name: "deep-recursion", command: "f() { f; }; f; sleep 60" },
  { name: "nested-substitution", command: "f() { echo $(f); }; f; sleep 60" },
  { name: "ignores-term", command: "trap '' TERM INT HUP; while true; do sleep 1; done" },
  { name: "sleeps", command: "sleep 100000" },
  { name: "reads-for-ever", command: "cat /dev/zero > /dev/null; sleep 60" },
  { name: "loop-python", command: python("while True: pass") },
  { name: "memory-python", command: python("a=[]\nwhile True: a.append(bytearray(10000000))") },
  { name: "bignum-python", command: python("x=3\nwhile True: x=x*x") },
  {
    name: "recursion-python",
    command: `${python("import sys; sys.setrecursionlimit(10**9)\ndef f(): f()\nf()")}; sleep 60`,
  },
  { name: "regex-python", command: python("import re; re.match('(a+)+$', 'a'*60+'!')") },
  {
    name: "signals-python",
    command: python(
      "import signal,time\nfor s in (signal.SIGTERM,signal.SIGINT): signal.signal(s, signal.SIG_IGN)\nwhile True: time.sleep(1)",
    ),
  },
  { name: "loop-js", command: js("for(;;);") },
  { name: "memory-js", command: js("const a=[]; for(;;) a.push(new Array(1e5).fill(1))") },
  { name: "buffers-js", command: js("const a=[]; for(;;) a.push(new Uint8Array(1e7).fill(1))") },
  { name: "regex-js", command: js("/^(a+)+$/.test('a'.repeat(60)+'!')") },
  { name: "recursion-js", command: `${js("const f=()=>f()+1; try { f() } catch {}; for(;;);")}` },
  {
    name: "regex-grep",
    command: `${python("import re; re.match('(x+x+)+y', 'x'*70)")}; echo | grep -E '(x+x+)+y'`,
  },
  { name: "pipes", command: "while true; do echo x | cat | cat | cat; done > /dev/null" },
];
