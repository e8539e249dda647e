import { describe, expect, it } from "vitest";
import { findEndpoint, guessProtocol } from "./find-endpoint";

const find = (method: string, path: string) => findEndpoint(method, path, new Headers(), "large");

describe("an address below a key", () => {
  it.each([
    ["v1/messages", "turn", "messages", "/messages"],
    ["messages", "turn", "messages", "/messages"],
    ["v1/messages/count_tokens", "count", "messages", "/messages/count_tokens"],
    ["v1/responses", "turn", "responses", "/responses"],
    ["chat/completions", "turn", "chat-completions", "/chat/completions"],
    ["v1beta/models/g:generateContent", "turn", "generate-content", "/models/large:generateContent"],
    ["v1alpha/models/g:countTokens", "count", "generate-content", "/models/large:countTokens"],
  ])("%s is known", (path, kind, protocol, to) => {
    expect(find("POST", path)).toMatchObject({ kind, protocol, path: to });
  });

  it.each([
    ["GET", "v1/messages"],
    ["POST", "v1/files"],
    ["POST", "v1/messages/batches"],
    ["DELETE", "v1/responses"],
    ["GET", "v1/responses/resp_1"],
    ["POST", "v1/embeddings"],
    ["POST", "v1beta/models/g:batchGenerateContent"],
    ["POST", "v1beta/models/a/b:generateContent"],
    ["POST", "v1beta/cachedContents"],
    ["POST", "v1/../v1/messages"],
    ["GET", ""],
    ["POST", "constructor"],
  ])("%s %s reaches nothing", (method, path) => {
    expect(find(method, path)).toBeNull();
  });

  it("names the model that the key is for, never one that the address says", () => {
    expect(find("POST", "v1beta/models/..%2F..%2Ffiles:generateContent")).toMatchObject({
      path: "/models/large:generateContent",
      model: "../../files",
    });
    expect(find("POST", "v1beta/models/%E0%A4%A:generateContent")).toMatchObject({ model: "%E0%A4%A" });
    expect(findEndpoint("POST", "v1beta/models/g:countTokens", new Headers(), "a/b?c")).toMatchObject({
      path: "/models/a%2Fb%3Fc:countTokens",
    });
  });

  it("that is unknown is refused in the words that the host most likely reads", () => {
    expect(guessProtocol("v1beta/files", new Headers())).toBe("generate-content");
    expect(guessProtocol("v1/files", new Headers({ "x-goog-api-key": "k" }))).toBe("generate-content");
    expect(guessProtocol("v1/files", new Headers({ "anthropic-version": "1" }))).toBe("messages");
    expect(guessProtocol("v1/messages/batches", new Headers())).toBe("messages");
    expect(guessProtocol("v1/files", new Headers())).toBe("responses");
  });
});
