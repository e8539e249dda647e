import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aRequest, execute } from "@/lib/testing/sessions/executions";
import { executionLimits, mostGivenBytes } from "../limits";
import { simulatedShell } from "./simulated-shell";

const textOf = (content: Uint8Array | null): string | null =>
  content === null ? null : new TextDecoder().decode(content);

/** The processes of executions that this one has started. */
function killOwnShells(): void {
  for (const task of readdirSync("/proc/self/task"))
    for (const child of readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" "))
      if (child !== "" && readFileSync(`/proc/${child}/cmdline`, "utf8").includes("run-commands.mjs"))
        process.kill(Number(child), "SIGKILL");
}

describe("the simulated shell", () => {
  it("runs a script of a package with arguments and input, and hands back what it made", async () => {
    const script = 'read line\necho "$1 and $line"\necho made > out/result.txt\necho trouble >&2\nexit 3\n';
    const result = await execute(
      aRequest("mkdir -p out && bash /skills/pdf/scripts/run.sh one", {
        files: { "/skills/pdf/scripts/run.sh": script },
        stdin: "two\n",
      }),
    );
    expect(result).toMatchObject({
      end: "exited",
      exitCode: 3,
      stdout: { text: "one and two\n", bytes: 12 },
      stderr: { text: "trouble\n", bytes: 8 },
      madeOmitted: 0,
    });
    expect(result.made.map(({ path, content }) => [path, textOf(content)])).toEqual([
      ["/work/out/result.txt", "made\n"],
    ]);
    expect(result.observed.filesRead).toContain("/skills/pdf/scripts/run.sh");
    expect(result.observed.filesWritten).toEqual(["/work/out/result.txt"]);
  });

  it("tells what Python and JavaScript write while they write it", async () => {
    const python = 'import time\nprint("one", flush=True)\ntime.sleep(1)\nprint("two", flush=True)\n';
    const times: [string, number][] = [];
    const request = aRequest("python3 /work/a.py", { files: { "/work/a.py": python } });
    const result = await simulatedShell.run(request, {
      signal: new AbortController().signal,
      tell: (news) => news.kind === "output" && times.push([news.text, performance.now()]),
    });
    expect(result.stdout.text).toBe("one\ntwo\n");
    expect(times.map(([text]) => text).join("")).toBe("one\ntwo\n");
    expect((times.at(-1)?.[1] ?? 0) - (times[0]?.[1] ?? 0)).toBeGreaterThan(800);
    const { told } = await execute(aRequest("node -e 'console.log(1); console.error(2)'"));
    expect(told.filter(({ kind }) => kind === "output")).toEqual([
      { kind: "output", stream: "stdout", text: "1\n" },
      { kind: "output", stream: "stderr", text: "2\n" },
    ]);
  });

  it("tells nothing of output that goes elsewhere", async () => {
    for (const command of ["python3 -c 'print(1)' > a.txt", "python3 -c 'print(1)' | cat"]) {
      const { told } = await execute(aRequest(command));
      expect(told.filter(({ kind }) => kind === "output")).toEqual([]);
    }
  });

  it("keeps what was written until it was ended", async () => {
    const code = 'import time\nprint("so far", flush=True)\ntime.sleep(60)\n';
    const stopped = new AbortController();
    const result = await simulatedShell.run(
      aRequest("python3 /work/a.py", { files: { "/work/a.py": code } }),
      { signal: stopped.signal, tell: ({ kind }) => kind === "output" && stopped.abort() },
    );
    expect(result).toMatchObject({ end: "stopped", exitCode: null, stdout: { text: "so far\n", bytes: 7 } });
  });

  it.runIf(process.platform === "linux")("says so when something else ends it in the middle", async () => {
    const code = 'import time\nprint("so far", flush=True)\ntime.sleep(60)\n';
    const result = await simulatedShell.run(
      aRequest("python3 /work/killed.py", { files: { "/work/killed.py": code } }),
      {
        signal: new AbortController().signal,
        tell: ({ kind }) => kind === "output" && killOwnShells(),
      },
    );
    expect(result).toMatchObject({ end: "crashed", exitCode: null, stdout: { text: "so far\n" } });
  });

  it("bounds what it tells of endless output", async () => {
    const { told } = await execute(
      aRequest("python3 -c 'while True: print(\"x\" * 1000)'", {
        limits: { outputBytes: 4_096, wallMs: 20_000 },
      }),
    );
    const text = told.map((news) => (news.kind === "output" ? news.text : "")).join("");
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThanOrEqual(4_096);
  });

  it("tells each command as it begins, and that the shell stands before the first", async () => {
    const { told, observed } = await execute(aRequest("echo one | wc -l"));
    expect(told).toEqual([
      { kind: "began" },
      { kind: "command", line: "echo one" },
      { kind: "command", line: "wc -l" },
    ]);
    expect(observed).toMatchObject({ commands: ["echo one", "wc -l"], commandsOmitted: 0 });
  });

  it("runs a script by its first line, and changes of given files are files made", async () => {
    const files = { "/skills/a/run.sh": "#!/bin/bash\necho by itself\n", "/skills/a/data.txt": "old" };
    const result = await execute(aRequest("/skills/a/run.sh; printf new > /skills/a/data.txt", { files }));
    expect(result.stdout.text).toBe("by itself\n");
    expect(result.made.map(({ path, content }) => [path, textOf(content)])).toEqual([
      ["/skills/a/data.txt", "new"],
    ]);
  });

  it("passes arguments by the shell's reading", async () => {
    const { stdout } = await execute(aRequest("printf '%s|'", { args: ["$(id)", "a b", "';ls"] }));
    expect(stdout.text).toBe("$(id)|a b|';ls|");
  });

  it("runs Python with its standard library, and says which package is not there", async () => {
    const script = [
      "import json, sys",
      "open('made.json', 'w').write(json.dumps(sys.argv[1:]))",
      "print('hällo')",
      "import numpy",
    ].join("\n");
    const result = await execute(aRequest("python3 /s/a.py x y", { files: { "/s/a.py": script } }));
    expect(result).toMatchObject({ end: "exited", exitCode: 1, stdout: { text: "hällo\n" } });
    expect(result.made.map(({ content }) => textOf(content))).toEqual(['["x", "y"]']);
    expect(result.observed.missing).toEqual({ commands: [], modules: ["numpy"] });
  });

  it("runs JavaScript under the name that scripts call it by", async () => {
    const files = { "/s/a.js": "console.log(require('path').join('a', 'b'), process.argv.at(-1))" };
    const result = await execute(
      aRequest("node /s/a.js last; node -e 'console.log(6 * 7)'; node -p 1+1", { files }),
    );
    expect(result.stdout.text).toBe("a/b last\n42\n2\n");
  });

  it("says clearly which program is not there, and which host was asked for", async () => {
    const { exitCode, stderr, observed } = await execute(
      aRequest("curl -s https://example.com/a; wget example.org/b; git status"),
    );
    expect(exitCode).toBe(127);
    expect(stderr.text).toContain(
      "curl: there is no network in this simulated shell: example.com cannot be reached",
    );
    expect(observed.hosts).toEqual(["example.com", "example.org"]);
    expect(observed.missing.commands).toEqual(["git"]);
  });

  it("has no environment but its own", async () => {
    const { stdout } = await execute(aRequest("env", { environment: { GIVEN: "yes" } }));
    expect(stdout.text).toContain("GIVEN=yes");
    expect(stdout.text).not.toContain("GREENROOM");
    expect(stdout.text).not.toContain("DATABASE_URL");
  });

  it("cuts what it writes and what it made, and says how much there was", async () => {
    const limits = { outputBytes: 1_000, madeFiles: 2, madeBytes: 100 };
    const command =
      "seq 1 600; for n in 1 2 3; do printf 0123456789 > f$n; done; seq 1 90 > big; rm f3; printf 0 > f4";
    const result = await execute(aRequest(command, { limits }));
    expect(result.stdout.text).toHaveLength(1_000);
    expect(result.stdout.bytes).toBe(2_292);
    expect(result.made.map(({ path, bytes, content }) => [path, bytes, content?.length])).toEqual([
      ["/work/big", 261, undefined],
      ["/work/f1", 10, 10],
    ]);
    expect(result.madeOmitted).toBe(2);
  });

  it("remembers a bounded number of commands", async () => {
    const { observed } = await execute(
      aRequest("for n in $(seq 1 20); do basename a; done", { limits: { observed: 5 } }),
    );
    expect(observed.commands).toHaveLength(5);
    expect(observed.commandsOmitted).toBe(16);
  });

  it("takes links that lead nowhere for no files made", async () => {
    const result = await execute(aRequest("ln -s /nowhere out; echo x > out/file; echo y > kept"));
    expect(result.end).toBe("exited");
    expect(result.made.map(({ path }) => path)).toContain("/work/kept");
  });

  it("is stopped by whoever started it, also before it begins", async () => {
    const stopped = new AbortController();
    const going = simulatedShell.run(aRequest("echo first; sleep 100"), {
      signal: stopped.signal,
      tell: (news) => news.kind === "command" && news.line.startsWith("sleep") && stopped.abort(),
    });
    expect(await going).toMatchObject({ end: "stopped", exitCode: null });
    expect(await execute(aRequest("echo never"), AbortSignal.abort())).toMatchObject({
      end: "stopped",
      told: [],
      startedMs: 0,
    });
  });

  it("ends at its time, whatever it ignores", async () => {
    const result = await execute(
      aRequest("trap '' TERM; while true; do sleep 1; done", { limits: { wallMs: 3_000 } }),
    );
    expect(["time", "exited"]).toContain(result.end);
    expect(result.exitCode).not.toBe(0);
  });

  it("takes no more than may be given", async () => {
    const bytes = new Uint8Array(mostGivenBytes + 1);
    const request = { ...aRequest("true"), files: [{ path: "/big", bytes }] };
    await expect(execute(request)).rejects.toThrow(RangeError);
  });
});

describe("what a script in the simulated shell reaches", () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("reached");
  });
  let address = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const at = server.address();
    address = `http://127.0.0.1:${typeof at === "object" ? at?.port : ""}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it("is no server of this machine", async () => {
    expect(await (await fetch(`${address}/control`)).text()).toBe("reached");
    const python = `import urllib.request\nurllib.request.urlopen("${address}/python")`;
    const result = await execute(
      aRequest(
        `curl ${address}/curl; python3 -c '${python}'; node -e 'fetch("${address}/js")'; exec 3<>/dev/tcp/127.0.0.1/1`,
      ),
    );
    expect(result.stdout.text).not.toContain("reached");
    expect(asked).toEqual(["/control"]);
  });

  it("is no file of this machine", async () => {
    const result = await execute(
      aRequest(
        `cat ${process.cwd()}/package.json /etc/passwd; ls ${process.cwd()}; python3 -c 'print(open("${process.cwd()}/package.json").read())'`,
      ),
    );
    expect(result.stdout.text).toBe("");
    expect(result.exitCode).not.toBe(0);
  });

  it("is bounded, as is said of it", () => {
    expect(simulatedShell.about).toMatch(/^Simulated shell.*No packages, no programs, no network\.$/);
    expect(executionLimits.wallMs).toBeLessThanOrEqual(20_000);
  });
});
