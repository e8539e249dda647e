import { expect, test } from "vitest";
import { toldOf } from "./fixtures/told-of";

const cases: [what: string, program: string, told: string[]][] = [
  [
    "imports",
    "import a, { b as c } from '@acme/x/y';\nimport 'left-pad';\nimport * as fs from 'node:fs';\nexport * from './own';\nconst d = require('chalk');\nimport type { E } from 'e';",
    [
      "package imported npm/@acme/x",
      "package imported npm/chalk",
      "package imported npm/e",
      "package imported npm/left-pad",
    ],
  ],
  [
    "a module that is not written",
    "await import(name); await import('ky')",
    ["package imported* name", "package imported npm/ky"],
  ],
  ["a request", "await fetch('https://a.io/x', { method: 'POST' })", ["host reached a.io"]],
  [
    "a template",
    `const BASE = 'https://a.io';\nfetch(\`\${BASE}/x/\${id}\`)\nfetch(\`https://\${region}.b.io\`)`,
    ["host reached a.io", "host reached* {region}.b.io"],
  ],
  ["an address that is not written", "axios.get<User[]>(url)", ["host reached* url"]],
  [
    "a socket",
    "new WebSocket('wss://a.io'); xhr.open('GET', 'https://b.io'); page.goto('https://c.io')",
    ["host reached a.io", "host reached b.io", "host reached c.io"],
  ],
  ["bare hosts", "import net from 'net';\nnet.connect(443, 'a.io')", ["host reached a.io"]],
  [
    "an address in a text",
    "const x = { u: 'https://a.io' } // https://b.io\n/* https://c.io */",
    ["host named a.io"],
  ],
  [
    "a shell",
    "import { exec } from 'child_process';\nexec('git status | wc -l')",
    ["command run git", "command run wc"],
  ],
  [
    "a promise of a shell",
    `const { exec } = require('child_process');\nconst run = util.promisify(exec);\nrun(\`gh pr view \${n}\`)`,
    ["command run gh"],
  ],
  [
    "a program with words",
    "const cp = require('node:child_process');\ncp.spawn('curl', ['-s', 'https://a.io']);\ncp.execFileSync(tool)",
    ["host reached a.io", "command run* tool", "command run curl"],
  ],
  ["tagged templates", `await $\`rm -rf \${dir}\``, ["command run rm", `path written* \${dir}`]],
  [
    "Bun and Deno",
    "Bun.spawn(['ls']); new Deno.Command('gh'); Deno.env.get('A'); Deno.readTextFile('/etc/x')",
    ["command run gh", "command run ls", "path read /etc/x", "environment read A"],
  ],
  [
    "files",
    "import fs from 'fs/promises';\nfs.readFile('/etc/a');\nfs.writeFile(path.join(os.homedir(), '.x'), y);\nfs.readFile(name)",
    ["path read /etc/a", "path written ~/.x", "path read* name"],
  ],
  [
    "functions of files",
    "import { writeFileSync as w, cpSync } from 'node:fs';\nw('/srv/a', b); cpSync('/etc/a', '/srv/c')",
    ["path read /etc/a", "path written /srv/a", "path written /srv/c"],
  ],
  [
    "the environment",
    "process.env.A; process.env['B']; const { C, D: d } = process.env; process.env[key]; process.env.E = '1'; import.meta.env.F",
    [
      "environment read A",
      "environment read B",
      "environment read C",
      "environment read D",
      "environment read F",
      "environment read* key",
    ],
  ],
  ["all of the environment", "spawn('ls', { env: { ...process.env } })", ["environment read *"]],
  [
    "code that is put together",
    "new Function(text)(); eval(code)",
    ["command run* Function(text)", "command run* eval(code)"],
  ],
  [
    "patterns and quotients",
    "const a = /https:\\/\\/[/'\"]x/g, b = c / d; fetch('https://a.io')",
    ["host reached a.io"],
  ],
  [
    "markup",
    "const x = <a href='https://a.io'>it's</a>;\nfetch('https://b.io')",
    ["host named a.io", "host reached b.io"],
  ],
  ["nested templates", `\`a \${\`b \${fetch('https://a.io')}\`} c\``, ["host reached a.io"]],
  [
    "what is not closed",
    "fetch('https://a.io\nconst x = `https://b.io/${",
    ["host named b.io", "host reached a.io"],
  ],
  ["definitions of its own", "function fetch(x) {}", []],
  ["directives", "'use client'\nimport x from '@/lib/x'", []],
];

test.each(cases)("tells %s of a program", (_what, program, told) => {
  expect(new Set(toldOf("scripts/run.ts", program))).toEqual(new Set(told));
});
