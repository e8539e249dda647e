import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import { type TargetId, targetHeads, targetIds } from "@/lib/targets/target-options";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { ExportManyDialog } from "./export-many-dialog";

type Body = {
  skills: { names: string[] };
  version: string;
  portable: boolean;
  format?: string;
  target?: string;
};

const asked: { path: string; body: Body }[] = [];
let downloaded = "";
let isRefused = false;
/** Names of files, in the order in which they were saved. */
const saved: string[] = [];

const plain = { folder: "notes", changes: [], warnings: [], refusals: [] };
const remark = (rule: string, message: string) => ({ rule, message, file: "SKILL.md", line: 4 });
/** What hosts get: of "kept" Orion gets nothing, of "typed" ADK gets another text. */
const plans: Record<string, Record<string, object>> = {
  orion: { kept: { refusals: [remark("flag-lost", "A model would run it.")] } },
  adk: { typed: { changes: [remark("allowed-tools-type", "`allowed-tools` is one text.")] } },
};

function targetAnswer({ skills: { names }, target = "folder" }: Body): Response {
  const unready = names.filter((name) => name === "sketch");
  return Response.json({
    target,
    title: targetHeads[target as TargetId].title,
    skills: names
      .filter((name) => name !== "sketch")
      .map((skill) => ({ skill, ...plain, ...plans[target]?.[skill] })),
    leftOut: unready.map((skill) => ({ skill, why: `${skill} has never been published.` })),
  });
}

/** A skill called "sketch" has only a draft; nothing is portable. */
function answer(url: string, body: Body): Response {
  const path = new URL(url, "http://greenroom.test").pathname.replace(/.*\/skills/, "");
  asked.push({ path, body });
  const { names } = body.skills;
  if (path === "/export") {
    if (isRefused)
      return Response.json(
        { status: 429, code: "TOO_MANY_REQUESTS", title: "Too many", detail: "Try again in a few seconds." },
        { status: 429 },
      );
    const headers = { "content-disposition": 'attachment; filename="meridian-skills.zip"' };
    return new Response("bytes", { headers });
  }
  if (path === "/export/targets") return targetAnswer(body);
  const items = names.map((name) => {
    const isLeftOut = body.portable || (body.version === "latest" && name === "sketch");
    const problem = { code: "UNPROCESSABLE", message: "It has no version." };
    return {
      skill: { name },
      ...(isLeftOut
        ? { outcome: "refused", summary: problem.message, problem }
        : { outcome: "done", summary: "Version 1" }),
    };
  });
  const counts = { done: 0, unchanged: 0, refused: 0 };
  return Response.json({ preview: true, items, counts, traceId: "t" });
}

beforeEach(() => {
  asked.length = 0;
  downloaded = "";
  saved.length = 0;
  isRefused = false;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) =>
    answer(url, JSON.parse(String(init.body))),
  );
  Object.assign(URL, { createObjectURL: () => "blob:archive", revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    downloaded = this.download;
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(names = ["notes", "sketch"]) {
  const close = vi.fn();
  render(
    <InWorkspace router={stillRouter}>
      <ExportManyDialog
        workspace="meridian"
        asked={{ skills: { names }, count: names.length }}
        close={close}
      />
    </InWorkspace>,
  );
  return close;
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("exporting what is selected", () => {
  it("names what is left out and why, and downloads the others", async () => {
    const close = open();
    const cannot = await screen.findByRole("region", { name: "1 cannot" });
    expect(within(cannot).getByText("It has no version.")).toBeVisible();
    await press("Export 1");
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(downloaded).toBe("meridian-skills.zip");
    expect(asked.at(-1)).toEqual({
      path: "/export",
      body: { skills: { names: ["notes"] }, version: "latest", portable: false, format: "zip" },
    });
  });

  it("looks again when drafts are asked for, and keeps the chosen format", async () => {
    open();
    await userEvent.click(await screen.findByRole("radio", { name: "The draft as it is now" }));
    await userEvent.click(screen.getByRole("radio", { name: ".tar.gz" }));
    await press("Export 2");
    await vi.waitFor(() => expect(downloaded).not.toBe(""));
    expect(asked.at(-1)?.body).toMatchObject({ version: "draft", format: "tar.gz" });
  });

  it("cannot be pressed when nothing can be exported like this", async () => {
    open();
    await userEvent.click(await screen.findByRole("radio", { name: /^Portable/ }));
    expect(await screen.findByRole("region", { name: "2 cannot" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Export 0" })).toHaveAttribute("aria-disabled", "true");
  });

  it("packs more than one archive may hold in several, and says so before", async () => {
    const close = open(Array.from({ length: 1_001 }, (_, at) => `skill-${at}`));
    expect(await screen.findByRole("button", { name: "Export 1,001" })).toBeVisible();
    expect(screen.getByText(/^3 archives, since one holds at most 500 skills/)).toBeVisible();
    await press("Export 1,001");
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(saved).toEqual([1, 2, 3].map((number) => `meridian-skills-${number}-of-3.zip`));
    const sent = (path: string) =>
      asked.filter((one) => one.path === path).map(({ body }) => body.skills.names.length);
    expect(sent("/export/report")).toEqual([500, 500, 1]);
    expect(sent("/export")).toEqual([500, 500, 1]);
  });

  it("says why the archive was refused and stays", async () => {
    isRefused = true;
    const close = open();
    await press("Export 1");
    expect(await screen.findByRole("alert")).toHaveTextContent("Try again in a few seconds.");
    expect(close).not.toHaveBeenCalled();
    expect(downloaded).toBe("");
  });
});

describe("exporting what is selected for one host", () => {
  const forHost = async (names: string[]) => {
    const close = open(names);
    await userEvent.click(await screen.findByRole("radio", { name: /^For one host/ }));
    return close;
  };
  const choose = async (host: string) => userEvent.selectOptions(screen.getByLabelText("Host"), host);

  it("offers every host, and says of the chosen one what goes, what changes and what is left out", async () => {
    const close = await forHost(["typed", "kept", "sketch"]);
    expect(within(screen.getByLabelText("Host")).getAllByRole("option")).toHaveLength(targetIds.length);
    await choose("ADK");
    const left = await screen.findByRole("region", { name: "Left out" });
    expect(left).toHaveTextContent("sketch has never been published.");
    expect(screen.getByRole("region", { name: "typed" })).toHaveTextContent("SKILL.md:4 allowed-tools-type");
    expect(screen.getByText("One skill goes as it is.")).toBeVisible();
    await press("Export 2");
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(asked.at(-1)).toEqual({
      path: "/export",
      body: {
        version: "latest",
        portable: false,
        format: "zip",
        target: "adk",
        skills: { names: ["typed", "kept", "sketch"] },
      },
    });
  });

  it("goes on without what the host refuses, and has nothing to send where that is all", async () => {
    await forHost(["kept"]);
    await screen.findByRole("button", { name: "Export 1" });
    await choose("Orion");
    expect(await screen.findByRole("region", { name: "kept" })).toHaveTextContent("flag-lost");
    expect(screen.getByRole("button", { name: "Export 0" })).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByRole("button", { name: "Export 0" })).toHaveAccessibleDescription(
      "No skill goes to Orion as it is.",
    );
  });

  it("asks nothing of a host for more than one archive may hold", async () => {
    await forHost(Array.from({ length: 501 }, (_, at) => `skill-${at}`));
    const why = /A host gets one archive.* 500 skills/;
    expect((await screen.findAllByText(why)).length).toBeGreaterThan(0);
    expect(screen.getByRole("button", { name: "Export" })).toHaveAccessibleDescription(why);
    expect(asked.filter(({ path }) => path === "/export/targets")).toEqual([]);
  });
});
