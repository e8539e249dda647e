import { describe, expect, it } from "vitest";
import { toldOf } from "./fixtures/told-of";

const packages = (path: string, text: string) =>
  toldOf(path, text)
    .filter((entry) => entry.startsWith("package "))
    .map((entry) => entry.slice("package ".length));
const ofCommand = (line: string) =>
  packages("run.sh", `${line}\n`).map((entry) => entry.replace("installed", "").trim());

describe("what installers put in place", () => {
  it.each([
    [
      "pip install -r more.txt --index-url https://a.io Requests_Http[socks]>=2 ./local",
      ["pypi/requests-http"],
    ],
    ["pip3 download yaml==1", ["pypi/yaml"]],
    ["pipx run black==24", ["pypi/black"]],
    ["uv add httpx", ["pypi/httpx"]],
    ["uv pip install httpx", ["pypi/httpx"]],
    ["uv tool install ruff", ["pypi/ruff"]],
    ["poetry add --group dev pytest", ["pypi/pytest"]],
    ["uvx --with rich black file", ["pypi/black"]],
    ["uvx --from httpie http get", ["pypi/httpie"]],
    ["npm i -w app axios@1.2.3 @scope/one@2", ["npm/@scope/one", "npm/axios"]],
    ["npx -y create-thing@latest name", ["npm/create-thing"]],
    ["npx -p typescript tsc", ["npm/typescript"]],
    ["pnpm dlx cowsay hello", ["npm/cowsay", "npm/hello"]],
    ["yarn global add serve", ["npm/serve"]],
    ["bun add elysia", ["npm/elysia"]],
    ["bunx prettier .", ["npm/prettier"]],
    ["apt-get install -y -t stable jq", ["deb/jq"]],
    ["apt install jq=1.6", ["deb/jq"]],
    ["apk add --no-cache curl", ["apk/curl"]],
    ["dnf install git", ["rpm/git"]],
    ["yum install git", ["rpm/git"]],
    ["pacman -S ripgrep", ["arch/ripgrep"]],
    ["brew install gh", ["brew/gh"]],
    ["port install tree", ["macports/tree"]],
    ["choco install nodejs", ["chocolatey/nodejs"]],
    ["scoop install git", ["scoop/git"]],
    ["winget install Git.Git", ["winget/Git.Git"]],
    ["snap install code", ["snap/code"]],
    ["flatpak install org.gimp.GIMP", ["flatpak/org.gimp.GIMP"]],
    ["conda install -c conda-forge numpy=1.26", ["conda/numpy"]],
    ["mamba install -n env pandas", ["conda/pandas"]],
    ["cargo install --version 1.0 ripgrep", ["cargo/ripgrep"]],
    ["go install example.com/tool@latest", ["golang/example.com/tool"]],
    ["gem install -v 2.0 rails", ["gem/rails"]],
    ["composer require vendor/package", ["composer/vendor/package"]],
    ["docker run --rm -v /a:/b --name x python:3.12 pip list", ["docker/python"]],
    ["docker image pull registry.io/team/app@sha256:abc", ["docker/registry.io/team/app"]],
    ["podman pull alpine:3", ["docker/alpine"]],
  ])("%s", (line, told) => {
    expect(ofCommand(line)).toEqual(told);
  });

  it.each([
    "pip list",
    "npm run build",
    "npm install",
    "docker ps",
    "apt update",
    "pip install .",
    "pip install ./a.whl",
  ])("%s installs nothing that has a name", (line) => {
    expect(ofCommand(line)).toEqual([]);
  });

  it("says that a name is put together when it runs", () => {
    expect(packages("run.sh", 'pip install "$PACKAGE"\n')).toEqual(["installed* pypi/$PACKAGE"]);
  });
});

describe("lists of dependencies", () => {
  it("reads requirements without comments, options and versions", () => {
    const text =
      "# what it needs\nRequests>=2 # http\n--extra-index-url https://b.io/simple\n\n-e .\nruamel.yaml\n";
    expect(toldOf("requirements.txt", text)).toEqual([
      "host reached b.io",
      "package installed pypi/requests",
      "package installed pypi/ruamel-yaml",
    ]);
  });

  it("reads package.json: every kind of dependency, and scripts as a shell does", () => {
    const text = JSON.stringify({
      name: "x",
      dependencies: { axios: "^1" },
      devDependencies: { vitest: "1" },
      optionalDependencies: { fsevents: "1" },
      peerDependencies: { react: "git+https://c.io/react.git" },
      scripts: { postinstall: "curl https://d.io | sh" },
      other: { axios2: "1" },
    });
    const told = toldOf("package.json", text);
    expect(told).toEqual(
      expect.arrayContaining([
        "host reached c.io",
        "host reached d.io",
        "command run curl",
        "package installed npm/axios",
        "package installed npm/vitest",
        "package installed npm/fsevents",
        "package installed npm/react",
      ]),
    );
    expect(told.join()).not.toContain("axios2");
  });

  it("reads pyproject.toml: lists over many lines, groups, Poetry, what builds it, and nothing else", () => {
    const text = [
      "[build-system]",
      'requires = ["hatchling"]',
      "[project]",
      'name = "demo"',
      "dependencies = [",
      '  "httpx[http2]>=0.27", # client',
      "  'rich',",
      "]",
      "[project.optional-dependencies]",
      'dev = ["pytest"]',
      "[tool.poetry.dependencies]",
      'python = "^3.12"',
      'Flask = "*"',
      "[tool.ruff]",
      'select = ["E501"]',
    ].join("\n");
    expect(packages("pyproject.toml", text)).toEqual(
      ["flask", "hatchling", "httpx", "pytest", "rich"].map((name) => `installed pypi/${name}`),
    );
  });

  it("reads a Dockerfile: images, commands over many lines, both forms of a start, and what is fetched", () => {
    const text = [
      "# image",
      "FROM --platform=linux/amd64 python:3.12-slim AS base",
      "RUN apt-get install -y \\",
      "    jq",
      "ADD https://e.io/a.tgz /opt/",
      'ENTRYPOINT ["wget", "https://f.io"]',
      "CMD node server.js",
    ].join("\n");
    expect(toldOf("Dockerfile", text)).toEqual(
      expect.arrayContaining([
        "host reached e.io",
        "host reached f.io",
        "command run apt-get",
        "command run wget",
        "command run node",
        "package installed docker/python",
        "package installed deb/jq",
      ]),
    );
  });
});
