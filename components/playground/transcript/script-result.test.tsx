import { render, screen, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it } from "vitest";
import type { EventOf, PayloadOf } from "@/lib/runtime/events";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { scriptFacts } from "../script-facts";
import { endOfScript, scriptLine } from "../script-words";
import { readCells } from "./read-cells";
import { ScriptResult } from "./script-result";

type Ran = PayloadOf<"script-ran">;

function anExecution(overrides: Partial<Ran> = {}): EventOf<"script-ran"> {
  const log = new SessionLog();
  log.add("run-started");
  return log.add("script-ran", overrides);
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const made = (path: string, text: string, mediaType = "text/plain"): Ran["made"][number] => ({
  path,
  bytes: text.length,
  mediaType,
  base64: base64(text),
});

const show = (overrides: Partial<Ran> = {}) => render(<ScriptResult ran={anExecution(overrides).payload} />);

describe("what a script wrote and made", () => {
  it("shows output and errors apart", () => {
    show({ stderr: { text: "no such page", bytes: 12 } });
    expect(screen.getByRole("region", { name: "the output" })).toHaveTextContent("3 pages");
    expect(screen.getByRole("region", { name: "the errors" })).toHaveTextContent("no such page");
  });

  it("shows text, pictures and tables, and every file kept can be had", async () => {
    const { container } = show({
      made: [
        made("/work/note.txt", "a note"),
        made("/work/plot.png", "not really", "image/png"),
        made("/work/rows.csv", 'name,count\n"a, b",2\n'),
        { path: "/work/large.bin", bytes: 9_000_000, mediaType: "application/octet-stream", base64: null },
        made("/work/page.svg", "<svg onload='alert(1)'/>"),
      ],
    });
    expect(screen.getByRole("region", { name: "note.txt" })).toHaveTextContent("a note");
    expect(screen.getByRole("img", { name: "plot.png, made by the script" })).toHaveAttribute(
      "src",
      `data:image/png;base64,${base64("not really")}`,
    );
    const table = within(screen.getByRole("region", { name: "Rows of rows.csv" }));
    expect(table.getByRole("columnheader", { name: "count" })).toBeVisible();
    expect(table.getByRole("cell", { name: "a, b" })).toBeVisible();
    expect(screen.getByText("too large to keep")).toBeVisible();
    expect(screen.getAllByRole("link")).toHaveLength(4);
    expect(screen.getByRole("link", { name: "Download note.txt" })).toHaveAttribute("download", "note.txt");
    expect(container.querySelector("svg[onload]")).toBeNull();
    expect((await axe.run(container)).violations).toEqual([]);
  });

  it("shows twenty rows below the names of the columns, numbers at the right", () => {
    const lines = Array.from({ length: 25 }, (_, at) => `week ${at + 1},"1,${100 + at}"`);
    show({ made: [made("/work/rows.csv", ["week,tickets", ...lines, ""].join("\n"))] });
    expect(screen.getAllByRole("row")).toHaveLength(21);
    expect(screen.getByText("The first 20 rows.")).toBeVisible();
    expect(screen.getByRole("columnheader", { name: "tickets" })).toHaveClass("text-right");
    expect(screen.getByRole("cell", { name: "1,119" })).toHaveClass("text-right");
    expect(screen.getByRole("cell", { name: "week 20" })).not.toHaveClass("text-right");
  });

  it("says what was cut, and what is not there", () => {
    const { payload } = anExecution();
    show({
      stdout: { text: "x", bytes: 90_000 },
      madeOmitted: 3,
      observed: {
        ...payload.observed,
        hosts: ["example.com"],
        missing: { commands: ["git"], modules: ["numpy"] },
      },
    });
    expect(screen.getByText(/Not all of it is kept: output cut: .*, 3 files left out\./)).toBeVisible();
    expect(
      screen.getByText("Not in this simulated shell: programs: git; packages: numpy; network: example.com."),
    ).toBeVisible();
  });
});

describe("a script in words", () => {
  const wordsOf = (event: Parameters<typeof scriptLine>[0]): string =>
    scriptLine(event)
      .words.map(({ text }) => text)
      .join("");

  it("says how it ended and how long it took", () => {
    expect(wordsOf(anExecution())).toMatch(/^python3 .*count\.py: exit 0, 0\.5 s$/);
    expect(endOfScript(anExecution({ end: "memory", exitCode: null }).payload)).toMatch(
      /^ended: it took too much memory, /,
    );
  });

  it("says who allowed it, and what a call waits for", () => {
    const log = new SessionLog();
    log.add("run-started");
    const started = log.add("script-started");
    expect(wordsOf(started)).toMatch(/, allowed by Ines Kovač$/);
    expect(wordsOf(log.add("script-started", { allowedBy: null }))).toMatch(/count\.py$/);
    const decided = { decision: "run", reason: "listed", message: "It is on the list." } as const;
    expect(wordsOf(log.add("script-started", { allowedBy: null, decided }))).toMatch(/, on the list$/);
    expect(wordsOf(log.add("result-awaited"))).toContain("nothing runs here");
    expect(wordsOf(log.add("result-awaited", { script: started.payload.script }))).toContain(
      "a person allows it, refuses it or types its result",
    );
  });

  it("tells limits, times and what was seen in the inspector", () => {
    const terms = scriptFacts(anExecution()).map(([term]) => term);
    expect(terms).toEqual([
      "Command",
      "Files of",
      "Runs in",
      "Allowed by",
      "Ended",
      "Time",
      "Limits",
      "Commands",
    ]);
  });
});

describe("readCells", () => {
  it("reads quotes, lines in quotes and rows without an end", () => {
    expect(readCells('a,"b ""c"""\r\n"d\ne",', 9)).toEqual({
      rows: [
        ["a", 'b "c"'],
        ["d\ne", ""],
      ],
      isCut: false,
    });
  });

  it("reads the first rows alone", () => {
    expect(readCells("1\n2\n3\n", 2)).toEqual({ rows: [["1"], ["2"]], isCut: true });
    expect(readCells("", 2)).toEqual({ rows: [], isCut: false });
  });
});
