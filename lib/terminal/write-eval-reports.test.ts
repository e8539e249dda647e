import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { anEvalServer as aServer, ended, refused, report } from "@/lib/testing/browser/eval-server";

describe("the reports of greenroom eval", () => {
  it("writes each report that was asked for, and hands floors on to the gate", async () => {
    const {
      run: client,
      home,
      asked,
    } = await aServer({
      "GET suite-runs/4": ended,
      "GET suite-runs/7/report": ({ query }: { query: URLSearchParams }) => ({
        ...report,
        text: query.get("format"),
      }),
    });
    const { code } = await client(
      ..."eval notes --yes --junit a.xml --sarif a.sarif --markdown a.md --benchmark BENCHMARK.md".split(" "),
      ..."--recall 0.8 --against 4 --root skills/notes".split(" "),
    );
    expect(code).toBe(0);
    const read = (file: string) => readFileSync(path.join(home, file), "utf8");
    expect(["a.xml", "a.sarif", "a.md", "BENCHMARK.md"].map(read)).toEqual([
      "junit",
      "sarif",
      "markdown",
      "benchmark",
    ]);
    const gate = asked.find(({ call }) => call.endsWith("report"));
    expect(gate && Object.fromEntries(gate.query)).toEqual({ recall: "0.8", against: "4", wait: "25" });
    const written = asked.find(({ query }) => query.get("format") === "sarif");
    expect(written?.query.get("root")).toBe("skills/notes");
  });

  it("leaves no report of an earlier job where nothing was measured", async () => {
    const { run: client, home } = await aServer({ "POST suite-runs": refused(422, "notes has <no> cases.") });
    const { code } = await client(
      ..."eval notes --yes --junit a.xml --sarif a.sarif --markdown a.md --benchmark B.md".split(" "),
    );
    expect(code).toBe(3);
    const read = (file: string) => readFileSync(path.join(home, file), "utf8");
    expect(read("a.xml")).toContain('errors="1"');
    expect(read("a.xml")).toContain("notes has &lt;no&gt; cases.");
    expect(JSON.parse(read("a.sarif")).runs[0].invocations[0].executionSuccessful).toBe(false);
    for (const file of ["a.md", "B.md"]) expect(read(file)).toContain("**Not measured.**");
  });

  it("say that nothing was measured where the server has none: what an earlier job left would be read as theirs", async () => {
    const { run: client, home } = await aServer({
      "GET suite-runs/7/report": ({ query }: { query: URLSearchParams }) =>
        query.has("format") ? refused(422, "Its offer is gone.") : report,
    });
    writeFileSync(path.join(home, "a.xml"), "<testsuites/>");
    expect((await client("eval", "notes", "--yes", "--junit", "a.xml")).code).not.toBe(0);
    expect(readFileSync(path.join(home, "a.xml"), "utf8")).toContain("Its offer is gone.");
  });

  it("keep the word where one cannot be written", async () => {
    const full = await aServer();
    const { code, out, err } = await full.run("eval", "notes", "--yes", "--junit", "no/such/folder.xml");
    expect([code, err]).toEqual([4, expect.stringContaining("cannot be written")]);
    expect(out).toContain("pass           notes");
  });
});
