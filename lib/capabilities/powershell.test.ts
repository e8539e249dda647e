import { expect, test } from "vitest";
import { toldOf } from "./fixtures/told-of";

const cases: [what: string, program: string, told: string[]][] = [
  [
    "a request",
    "Invoke-WebRequest -Uri 'https://a.io/x' -OutFile C:\\temp\\x",
    ["host reached a.io", "command run Invoke-WebRequest", "path opened C:\\temp\\x"],
  ],
  [
    "an address that is not written",
    "$r = Invoke-RestMethod $url",
    ["host reached* $url", "command run Invoke-RestMethod"],
  ],
  [
    "programs",
    "git status; & 'C:\\tools\\x.exe' -a\nWrite-Host 'gh pr list' # curl b",
    ["command run C:\\tools\\x", "command run git"],
  ],
  [
    "files",
    "Get-Content ~/.ssh/config | Set-Content -Path /etc/x",
    ["command run Get-Content", "command run Set-Content", "path written /etc/x", "path read ~/.ssh/config"],
  ],
  [
    "the environment",
    `echo "$env:API_KEY" $env:TEMP \${env:TOKEN}`,
    ["environment read API_KEY", "environment read TOKEN"],
  ],
  [
    "packages",
    "Install-Module -Name Pester\npip install rich",
    [
      "command run Install-Module",
      "command run pip",
      "package installed psgallery/Pester",
      "package installed pypi/rich",
    ],
  ],
  ["functions of its own", "function Start-It { gh pr list }\nStart-It", ["command run gh"]],
  ["code that is put together", "iex $text", ["command run* iex"]],
  [
    "long texts and comments",
    '<# curl https://a.io #>\n$x = @"\ngh pr\n"@\n$y = "it\'\'s `"q`""\nls',
    ["command run ls"],
  ],
];

test.each(cases)("tells %s of a program", (_what, program, told) => {
  expect(toldOf("run.ps1", program)).toEqual(told);
});
