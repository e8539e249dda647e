import { expect, test } from "vitest";
import { toldOf } from "./fixtures/told-of";

const cases: [what: string, script: string, told: string[]][] = [
  ["a request", "curl -s https://api.acme.io/v1/x", ["host reached api.acme.io", "command run curl"]],
  ["a request without a scheme", "curl api.acme.io/v1", ["host reached api.acme.io", "command run curl"]],
  [
    "a host in a variable",
    'URL="https://api.acme.io"\ncurl "$URL/x"',
    ["host reached api.acme.io", "command run curl"],
  ],
  [
    "files that are sent, beside a host that is not written",
    'curl -F chart=@plot.png -d @body.json "$1"',
    ["host reached* $1", "command run curl"],
  ],
  ["a host that is not written", 'curl "$1"', ["host reached* $1", "command run curl"]],
  [
    "part of a host",
    'curl "https://$HOST/x"',
    ["host reached* $HOST", "command run curl", "environment read HOST"],
  ],
  [
    "a host among options",
    "ssh -p 22 me@build.acme.io ls",
    ["host reached build.acme.io", "command run ssh"],
  ],
  ["a copy to a host", "scp a.txt me@build.acme.io:/srv", ["host reached build.acme.io", "command run scp"]],
  ["git over ssh", "git clone git@github.com:a/b.git", ["host reached github.com", "command run git"]],
  [
    "names for examples and formats",
    "curl https://api.example.com http://www.w3.org/2000/svg",
    ["command run curl"],
  ],
  [
    "a pipeline",
    "git log | head -n 3 && jq . a.json; wc -l",
    ["command run git", "command run head", "command run jq", "command run wc"],
  ],
  ["words in quotes and comments", "echo 'curl https://a.io' # wget b", ["host named a.io"]],
  ["substitution", 'x=$(gh api "$(pwd)/y") && echo "`whoami`"', ["command run gh", "command run whoami"]],
  [
    "loops and conditions",
    'for f in *.md; do\n  if test -f "$f"; then pandoc "$f"; fi\ndone',
    ["command run pandoc"],
  ],
  [
    "case",
    'case "$1" in\n  start|go) npm start ;;\n  *) exit 1 ;;\nesac\nls',
    ["command run ls", "command run npm"],
  ],
  ["a function of its own", "deploy() { kubectl apply -f x; }\ndeploy", ["command run kubectl"]],
  [
    "programs that run others",
    "sudo -u root env A=1 timeout 30 xargs -n 1 rm",
    ["command run env", "command run rm", "command run sudo", "command run timeout", "command run xargs"],
  ],
  ["find", "find . -name a -exec shred {} \\;", ["command run find", "command run shred"]],
  ["a program in a system folder", "/usr/bin/git status", ["command run git"]],
  ["a program that is not written", '"$TOOL" run', ["command run* $TOOL", "environment read TOOL"]],
  ["a program in a variable", "TOOL=gh\n$TOOL pr list", ["command run gh"]],
  [
    "paths",
    "cat ~/.ssh/config > /etc/motd; cp a.txt /srv/b; grep x ../notes",
    [
      "command run cat",
      "command run cp",
      "command run grep",
      "path read ../notes",
      "path written /etc/motd",
      "path written /srv/b",
      "path read ~/.ssh/config",
    ],
  ],
  ["a path that is not written", 'rm -rf "$1"', ["command run rm", "path written* $1"]],
  [
    "a path of another program",
    "tool --out=/etc/x /var/log/y /api/z",
    ["command run tool", "path opened /etc/x", "path opened /var/log/y"],
  ],
  ["dd", "dd if=/dev/sda of=/mnt/x", ["command run dd", "path opened /dev/sda", "path written /mnt/x"]],
  ["nothing kept", "ls > /dev/null 2>&1 < input.txt", ["command run ls"]],
  ["its own folder", 'cat "$SCRIPT_DIR/x.md"', ["command run cat"]],
  [
    "the environment",
    `echo "$API_KEY \${TOKEN:-none} $HOME $lower"`,
    ["environment read API_KEY", "environment read TOKEN"],
  ],
  ["what it sets itself", "export A=1\nread -r B\nfor C in x; do :; done\necho $A $B $C", []],
  ["a default for what it sets", `REGION="\${REGION:-eu}"`, ["environment read REGION"]],
  [
    "all of the environment",
    "env | sort; printenv PATH2",
    [
      "command run env",
      "command run printenv",
      "command run sort",
      "environment read *",
      "environment read PATH2",
    ],
  ],
  [
    "Python packages",
    "pip install -r requirements.txt 'Requests>=2' pkg_a==1 ./local",
    ["command run pip", "package installed pypi/pkg-a", "package installed pypi/requests"],
  ],
  [
    "pip as a module",
    "python3 -m pip install httpx",
    ["command run python3", "package installed pypi/httpx"],
  ],
  [
    "npm packages",
    "npm i -g @acme/cli@1.2 left-pad && npx -y cowsay hi",
    [
      "command run npm",
      "command run npx",
      "package installed npm/@acme/cli",
      "package installed npm/cowsay",
      "package installed npm/left-pad",
    ],
  ],
  [
    "other installers",
    "apt-get install -y jq; brew install gh; uv pip install x; uvx --from y z; docker run --rm -v a:b alpine:3 sh",
    [
      "command run apt-get",
      "command run brew",
      "command run docker",
      "command run uv",
      "command run uvx",
      "package installed brew/gh",
      "package installed deb/jq",
      "package installed docker/alpine",
      "package installed pypi/x",
      "package installed pypi/y",
    ],
  ],
  [
    "a package that is not written",
    'pip install "$NAME"',
    ["command run pip", "environment read NAME", "package installed* pypi/$NAME"],
  ],
  [
    "a shell inside",
    `bash -c 'curl https://a.io && sh -c "wget https://b.io"'`,
    [
      "host reached a.io",
      "host reached b.io",
      "command run bash",
      "command run curl",
      "command run sh",
      "command run wget",
    ],
  ],
  ["eval", 'eval "git status"', ["command run git"]],
  [
    "Python inside",
    `python3 -c "import requests; requests.get('https://a.io')"`,
    ["host reached a.io", "command run python3", "package imported python/requests"],
  ],
  ["JavaScript inside", `node -e "fetch('https://a.io')"`, ["host reached a.io", "command run node"]],
  [
    "a text in the script",
    "python3 - <<'EOF'\nimport yaml\nEOF\nls",
    ["command run ls", "command run python3", "package imported python/yaml"],
  ],
  [
    "a text that becomes a script",
    "cat > x.sh <<EOF\ncurl https://a.io\nEOF\n",
    ["host reached a.io", "command run cat", "command run curl"],
  ],
  [
    "a text that is only a text",
    "cat <<-EOF\ncurl https://a.io\n\tEOF\nls",
    ["command run cat", "command run ls"],
  ],
  ["a test", '[[ "$a" == b && -f c ]] || exit 1\n(( x > 1 ))\nls', ["command run ls"]],
  ["lists and numbers", `files=(a b c)\nn=$((1 + 2))\necho $'a\\'b' "\${files[@]}"`, []],
  ["continued lines", "curl \\\n  -s \\\n  https://a.io", ["host reached a.io", "command run curl"]],
  [
    "both outputs",
    "make &> /tmp/log |& tee /tmp/all",
    ["command run make", "command run tee", "path written /tmp/all", "path written /tmp/log"],
  ],
  [
    "process substitution",
    "diff <(sort a) >(uniq)",
    ["command run diff", "command run sort", "command run uniq"],
  ],
  ["what is not closed", 'echo "a $(curl https://a.io', ["host reached a.io", "command run curl"]],
  ["a word after a brace", "{ time gh pr list; }", ["command run gh"]],
  [
    "a text without an end",
    "python3 <<EOF\nimport yaml",
    ["command run python3", "package imported python/yaml"],
  ],
  [
    "a text without an end",
    "python3 <<EOF\nimport yaml",
    ["command run python3", "package imported python/yaml"],
  ],
];

test.each(cases)("tells %s of a script", (_what, script, told) => {
  expect(toldOf("run.sh", script)).toEqual(told);
});

test("does not tell scripts of the package: they are read where they stand", () => {
  const script = './scripts/a.sh\nbash scripts/a.sh\n"$ROOT_DIR/scripts/a.sh"\n./other.sh';
  expect(toldOf("run.sh", script, ["scripts/a.sh"])).toEqual([
    "command run ./other.sh",
    "command run bash",
    "environment read ROOT_DIR",
  ]);
});

test("tells what is nested too deep, as it is written", () => {
  const told = toldOf("run.sh", `${"echo $(".repeat(300)}curl https://a.io`);
  expect(told).toEqual(expect.arrayContaining([expect.stringMatching(/^command run\* \$\(echo/)]));
  let inside = "curl https://a.io";
  for (let level = 0; level < 7; level++) inside = `bash -c ${JSON.stringify(inside)}`;
  expect(toldOf("run.sh", inside)).toContainEqual(expect.stringMatching(/^command run\* bash -c/));
});

test.each([
  ["#!/usr/bin/env bash\nls", "command run ls"],
  ["#!/usr/bin/python3\nimport yaml", "package imported python/yaml"],
  ["#!/usr/bin/env node\nfetch('https://a.io')", "host reached a.io"],
  ["#!/usr/bin/env pwsh\ngit status", "command run git"],
  ["#!/usr/bin/perl\nprint 1", "unread unread run"],
])("reads a file without an ending by its first line: %s", (text, told) => {
  expect(toldOf("run", text)).toContain(told);
});
