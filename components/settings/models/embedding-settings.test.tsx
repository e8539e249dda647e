import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { EmbeddingEndpoint, EmbeddingSettings as Settings } from "@/lib/embeddings/schema";
import { refusal } from "@/lib/testing/browser/answer-server";
import { EmbeddingSettings } from "./embedding-settings";

afterEach(() => vi.unstubAllGlobals());

const endpoint: EmbeddingEndpoint = {
  baseUrl: "http://127.0.0.1:11434/v1",
  modelId: "meaning",
  hasKey: true,
  keyHint: "cdef",
  dimensions: 384,
  price: 0.02,
  monthlyTokens: 1_000_000,
  used: { tokens: 61_900, texts: 619, cost: 0.0012 },
  failure: null,
};
const none: Settings = { endpoint: null, skills: { total: 619, embedded: 0 } };
const saved: Settings = { endpoint, skills: { total: 619, embedded: 619 } };

const open = (settings: Settings, { role = "admin", answers = {} }: { role?: Role; answers?: object } = {}) =>
  openPage(<EmbeddingSettings />, { role, answers: { "GET /embeddings": settings, ...answers } });
const field = (label: string) => screen.findByLabelText(label);
const button = (name: RegExp) => screen.getByRole("button", { name });

describe("the endpoint for embeddings", () => {
  it("says without one what it is for, what goes out, and that words are enough", async () => {
    open(none);
    expect(await screen.findByRole("heading", { name: "Search by meaning" })).toBeVisible();
    expect(screen.getByText(/every query, are sent to it\. Without one/)).toBeVisible();
    expect(await field("Embeddings base URL")).toHaveValue("");
    expect(screen.getByText("Enter base URL and model.", { selector: ":not([hidden])" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  });

  it("is tested with what is typed, by keyboard, and then saved", async () => {
    const told = "The endpoint answered with vectors of 384 dimensions.";
    const { user, sent } = open(none, {
      answers: {
        "POST /embeddings/test": { works: true, told, dimensions: 384, durationMs: 40 },
        "PUT /embeddings": saved,
      },
    });
    await user.type(await field("Embeddings base URL"), "http://127.0.0.1:11434/v1");
    await user.type(await field("Embeddings model"), "meaning");
    await user.type(await field("Embeddings API key"), "sk-secret");
    await user.click(button(/^Test endpoint/));
    expect(await screen.findByText(/vectors of 384 dimensions\. After 40 ms\./)).toBeVisible();
    await user.type(await field("Limit, in tokens a month"), "1000000{Enter}");
    await waitFor(() => expect(sent).toHaveLength(2));
    const address = { baseUrl: "http://127.0.0.1:11434/v1", modelId: "meaning", key: "sk-secret" };
    expect(sent.map(({ call, body }) => [call, body])).toEqual([
      ["POST /embeddings/test", address],
      ["PUT /embeddings", { ...address, price: null, monthlyTokens: 1_000_000 }],
    ]);
    expect(await screen.findByText("619 of 619, 384 dimensions")).toBeVisible();
    expect(await field("Embeddings API key")).toHaveValue("");
  });

  it("says what failed in the test, and what the server would not save", async () => {
    const told = "The provider does not accept the key.";
    const { user } = open(none, {
      answers: {
        "POST /embeddings/test": { works: false, told, dimensions: null, durationMs: 40 },
        "PUT /embeddings": refusal(422, "UNPROCESSABLE", "The test failed, so nothing was saved."),
      },
    });
    await user.type(await field("Embeddings base URL"), "http://127.0.0.1:1/v1");
    await user.type(await field("Embeddings model"), "m");
    await user.click(button(/^Test endpoint/));
    expect(await screen.findByText(/does not accept the key/)).toBeVisible();
    await user.click(button(/^Save endpoint/));
    expect(await screen.findByText("The test failed, so nothing was saved.")).toBeVisible();
    expect(await field("Embeddings model")).toHaveValue("m");
  });

  it("says how far skills are, what the month took, and why searches go by words", async () => {
    const failure = {
      message: "The endpoint did not answer within 1 s.",
      at: "2026-11-27T12:00:00.000Z",
      retryAt: null,
    };
    open({ endpoint: { ...endpoint, failure }, skills: { total: 619, embedded: 600 } });
    expect(await screen.findByText("600 of 619, 384 dimensions")).toBeVisible();
    expect(screen.getByText("619 texts, 61,900 of 1,000,000 tokens, $0.0012")).toBeVisible();
    expect(screen.getByText("Searches go by words at the moment")).toBeVisible();
    expect(screen.getByText("The endpoint did not answer within 1 s.")).toBeVisible();
    expect(screen.getByText(/The stored key ends in cdef\./)).toBeVisible();
  });

  it("refuses a limit and a price that are none before anything is sent", async () => {
    const { user, sent } = open(saved);
    const limit = await field("Limit, in tokens a month");
    await user.clear(limit);
    await user.type(limit, "12{Enter}");
    expect(screen.getAllByText("A whole number from 1,000, or nothing for no limit.")[0]).toBeVisible();
    await user.clear(limit);
    await user.type(await field("Price, in US dollars per million tokens"), "x{Enter}");
    expect(screen.getAllByText("US dollars, such as 0.02, or nothing.")[0]).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("is removed after a question, and searches go by words again", async () => {
    const { user, sent, serve } = open(saved, {
      answers: { "DELETE /embeddings": () => new Response(null, { status: 204 }) },
    });
    await field("Embeddings base URL");
    await user.click(button(/^Remove/));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("Its key and all vectors are deleted.");
    serve({ "GET /embeddings": none });
    await user.click(within(dialog).getByRole("button", { name: /^Remove endpoint/ }));
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["DELETE /embeddings"]));
    await waitFor(async () => expect(await field("Embeddings base URL")).toHaveValue(""));
  });

  it("is read by those who may not change it", async () => {
    open(saved, { role: "reviewer" });
    expect(await field("Embeddings base URL")).toHaveAttribute("readonly");
    for (const name of [/^Test endpoint/, /^Save endpoint/, /^Remove/])
      expect(button(name)).toHaveAttribute("aria-disabled", "true");
  });
});
