import { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { Connection, TestReport } from "@/lib/models/schema";
import { ModelsSettings } from "./models-settings";

const id = "0190a000-0000-7000-8000-000000000001";
const model: Connection = {
  id,
  name: "Large",
  provider: "anthropic",
  baseUrl: null,
  modelId: "claude-large",
  keyHint: "cdef",
  hasKey: true,
  windowTokens: 200_000,
  maxOutputTokens: 8_192,
  timeoutSeconds: 120,
  inputPrice: 3,
  outputPrice: 15,
  cachedInputPrice: null,
  monthlyLimit: 50,
  personLimit: null,
  spent: { everybody: 50.25, mine: 1 },
  testedAt: "2026-11-21T10:00:00.000Z",
  testLacks: [],
  archivedAt: null,
  createdAt: "2026-11-21T10:00:00.000Z",
};
const works = { works: true, told: "As it should." };
const report: TestReport = {
  usable: true,
  text: works,
  streaming: works,
  tools: { works: false, told: "The model did not call the tool." },
  tokens: works,
  error: null,
  durationMs: 420,
  receipt: "receipt",
};

function open(items: Connection[], options: { role?: Role; report?: TestReport } = {}) {
  const { role = "admin" } = options;
  const sent: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const path = new URL(url, "http://x").pathname.replace(/^.*\/models/, "");
    if (path === "/local")
      return Response.json({ items: [{ baseUrl: "http://127.0.0.1:11434/v1", models: ["tiny"] }] });
    if ((init?.method ?? "GET") === "GET") return Response.json({ items });
    sent.push({ path, body: JSON.parse(String(init?.body ?? "null")) });
    return path.endsWith("/test")
      ? Response.json(options.report ?? report)
      : Response.json(model, { status: 201 });
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <InWorkspace viewerRole={role} cache={cache}>
      <Suspense>
        <ModelsSettings />
      </Suspense>
    </InWorkspace>,
  );
  return { sent, user: userEvent.setup() };
}

afterEach(() => vi.unstubAllGlobals());

describe("the models of a workspace", () => {
  it("say where they are, what they cost, and that a limit is reached", async () => {
    open([model]);
    const row = within(await screen.findByRole("row", { name: /Large/ }));
    expect(row.getByText("claude-large")).toBeVisible();
    expect(row.getByText("$3.00 / $15.00")).toBeVisible();
    expect(row.getByText(/\$50\.25/)).toHaveTextContent("$50.25 of $50.00: reached");
  });

  it("say that one's own limit is reached, which stops nobody else", async () => {
    open([{ ...model, personLimit: 10, spent: { everybody: 20, mine: 10 } }]);
    const row = within(await screen.findByRole("row", { name: /Large/ }));
    expect(row.getByText("Your $10.00: reached")).toBeVisible();
    expect(row.queryByText(/of \$50\.00: reached/)).toBeNull();
  });

  it("have a cost of - without prices", async () => {
    open([{ ...model, inputPrice: null, monthlyLimit: null, spent: { everybody: 0, mine: 0 } }]);
    const row = within(await screen.findByRole("row", { name: /Large/ }));
    expect(row.getAllByText("-")).toHaveLength(2);
  });

  it.each([
    [[], "Passed"],
    [["tools"], "No tools"],
    [["text", "streaming", "tools", "tokens"], "Failed"],
  ] as const)("say what the last test lacked: %j is %j", async (testLacks, words) => {
    open([{ ...model, testLacks: [...testLacks] }]);
    const row = within(await screen.findByRole("row", { name: /Large/ }));
    expect(row.getByText(words)).toBeInTheDocument();
    if (words !== "Passed") expect(row.queryByText("Passed")).toBeNull();
  });

  it("are not needed: without one it says that Rehearsal works", async () => {
    open([]);
    expect(await screen.findByText(/Rehearsal works without any/)).toBeVisible();
    expect(screen.getByRole("button", { name: /Add model/ })).toBeVisible();
  });

  it("are added by admins alone, and others are told so", async () => {
    const { sent, user } = open([], { role: "author" });
    await user.click(await screen.findByRole("button", { name: /Add model/ }));
    expect(screen.getByText(/Your role here is author/, { selector: "p" })).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent).toEqual([]);
  });
});

describe("adding a model", () => {
  it("offers the server that answers, shows the test's result, and saves with its receipt", async () => {
    const { sent, user } = open([]);
    await user.click(await screen.findByRole("button", { name: /Add model/ }));
    const dialog = within(await screen.findByRole("dialog"));
    const save = () => dialog.getByRole("button", { name: /Add model/ });
    expect(save()).toHaveAttribute("aria-disabled", "true");
    await user.click(await dialog.findByRole("button", { name: "Use it" }));
    expect(dialog.getByRole("textbox", { name: "Base URL" })).toHaveValue("http://127.0.0.1:11434/v1");
    await user.click(dialog.getByRole("button", { name: "Test" }));
    expect(await dialog.findByText("It answers")).toBeVisible();
    expect(dialog.getByText("The model did not call the tool.")).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]).toMatchObject({ path: "/test", body: { provider: "compatible", modelId: "tiny" } });
    expect(sent[1]).toMatchObject({ path: "", body: { name: "tiny", receipt: "receipt" } });
  });

  it("that does not answer says why, and cannot be saved", async () => {
    const untried = { works: false, told: "Not tried." };
    const error = { code: "WRONG_KEY", message: "The provider does not accept the key." };
    const failed = { ...report, usable: false, text: untried, error, receipt: null };
    const { user } = open([], { report: failed });
    await user.click(await screen.findByRole("button", { name: /Add model/ }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Model"), "large");
    await user.click(dialog.getByRole("button", { name: "Test" }));
    expect(await dialog.findByText(error.message)).toBeVisible();
    expect(dialog.getByRole("button", { name: /Add model/ })).toHaveAttribute("aria-disabled", "true");
  });
});
