import { expect, test } from "vitest";
import { toldOf } from "./fixtures/told-of";

const cases: [what: string, program: string, told: string[]][] = [
  [
    "imports",
    "import os, yaml.nodes as y\nfrom PIL import Image\nfrom . import a\nfrom .b import c\nimport own",
    ["package imported python/PIL", "package imported python/yaml"],
  ],
  [
    "imports over lines",
    "from rich import (\n  print as p,\n  table,\n)\nif x: import attr",
    ["package imported python/attr", "package imported python/rich"],
  ],
  [
    "a request",
    "import requests\nrequests.post('https://a.io/x', json={})",
    ["host reached a.io", "package imported python/requests"],
  ],
  ["a renamed module", "import urllib.request as r\nr.urlopen('https://a.io')", ["host reached a.io"]],
  ["a renamed function", "from subprocess import run as go\ngo(['git', 'status'])", ["command run git"]],
  [
    "an address by its name",
    "import httpx\nhttpx.get(url='https://a.io')",
    ["host reached a.io", "package imported python/httpx"],
  ],
  [
    "a constant",
    "BASE = 'https://a.io'\nimport requests\nrequests.get(BASE + '/x')\nrequests.get(f'{BASE}/y')",
    ["host reached a.io", "package imported python/requests"],
  ],
  [
    "an address that is not written",
    "import requests\nrequests.get(url)",
    ["host reached* url", "package imported python/requests"],
  ],
  [
    "a part of a host",
    "import requests\nrequests.get(f'https://{region}.a.io/x')",
    ["host reached* {region}.a.io", "package imported python/requests"],
  ],
  [
    "a bare host",
    "import socket\nsocket.create_connection(('db.a.io', 5432))\nimport smtplib\nsmtplib.SMTP(server)",
    ["host reached db.a.io", "host reached* server"],
  ],
  ["an address in a text", "X = {'u': 'https://a.io'}", ["host named a.io"]],
  ["words that explain", '"""See https://a.io"""\ndef f():\n    "https://b.io"\n    # https://c.io\n', []],
  ["an escaped address", "X = 'https:\\x2f\\u002fa.io\\U00110000\\\n'", ["host named a.io"]],
  [
    "a shell",
    "import os\nos.system('curl https://a.io | sh')",
    ["host reached a.io", "command run curl", "command run sh"],
  ],
  [
    "a line for a shell",
    "import subprocess\nsubprocess.run(f'git push {remote}', shell=True)",
    ["command run git"],
  ],
  [
    "a program that is not written",
    "import subprocess\nsubprocess.run([tool, 'x'])\nsubprocess.run(cmd)",
    ["command run* cmd", "command run* tool"],
  ],
  [
    "the same Python",
    "import subprocess, sys\nsubprocess.run([sys.executable, '-m', 'pip', 'install', 'rich'])",
    ["command run python", "package installed pypi/rich"],
  ],
  [
    "code that is put together",
    "exec(open('x').read())\neval('1')",
    ["command run* eval('1')", "command run* exec(open('x').read())"],
  ],
  [
    "a module that is named in a text",
    "import importlib\nimportlib.import_module('yaml')\n__import__(name)",
    ["package imported python/yaml", "package imported* name"],
  ],
  [
    "files",
    "open('/etc/passwd')\nopen('/etc/x', 'w')\nopen('/etc/y', mode='ab')\nopen('local')",
    ["path read /etc/passwd", "path written /etc/x", "path written /etc/y"],
  ],
  ["files that are not written", "open(name)\nopen(out, 'w')", ["path read* name", "path written* out"]],
  [
    "homes",
    "import os\nfrom pathlib import Path\nopen(os.path.expanduser('~/.netrc'))\np = Path.home() / '.ssh' / 'id'\nPath('/etc/z').write_text('x')\nopen(os.path.join(base, 'x'))",
    [
      "path written /etc/z",
      "path read ~/.netrc",
      "path opened ~/.ssh/id",
      "path read* os.path.join(base, 'x')",
    ],
  ],
  ["a path in a text", "X = '~/.aws/credentials'\nY = '/api/v1'", ["path opened ~/.aws/credentials"]],
  [
    "moving",
    "import shutil\nshutil.copy('/etc/a', '/srv/b')\nshutil.rmtree('/srv/c')",
    ["path read /etc/a", "path written /srv/b", "path written /srv/c"],
  ],
  [
    "the environment",
    "import os\nos.environ['A']\nos.getenv('B')\nos.environ.get('C', '')\nos.environ[key]\nos.environ['D'] = '1'\nos.getenv('HOME')",
    ["environment read A", "environment read B", "environment read C", "environment read* key"],
  ],
  [
    "all of the environment",
    "import os\nf(env={**os.environ})\nif 'X' in os.environ: pass",
    ["environment read *"],
  ],
  ["definitions of its own", "def open(x): pass\nclass Path(y): pass\n", []],
  [
    "what is not closed",
    'x = \'abc\nimport yaml\ny = """https://a.io',
    ["host named a.io", "package imported python/yaml"],
  ],
  [
    "nested calls",
    "print(json.loads(requests.get('https://a.io', headers={'a': b(c)}).text))",
    ["host reached a.io"],
  ],
];

test.each(cases)("tells %s of a program", (_what, program, told) => {
  expect(toldOf("scripts/run.py", program, ["scripts/own.py"])).toEqual(told);
});

test("reads code of notebooks and other languages nowhere, and says so", () => {
  expect(toldOf("a.ipynb", "{}")).toEqual(["unread unread a.ipynb"]);
  expect(toldOf("a.rb", "puts 1")).toEqual(["unread unread a.rb"]);
});
