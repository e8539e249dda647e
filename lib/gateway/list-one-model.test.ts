import { describe, expect, it } from "vitest";
import { listOneModel } from "./list-one-model";

const listed = async (protocol: Parameters<typeof listOneModel>[0]) => listOneModel(protocol, "large").json();

describe("the models that a key opens", () => {
  it("are one, in Anthropic's words", async () => {
    expect(await listed("messages")).toMatchObject({
      data: [{ type: "model", id: "large", display_name: "large" }],
      has_more: false,
      first_id: "large",
      last_id: "large",
    });
  });

  it("are one, in OpenAI's words", async () => {
    const expected = { object: "list", data: [{ id: "large", object: "model" }] };
    expect(await listed("responses")).toMatchObject(expected);
    expect(await listed("chat-completions")).toMatchObject(expected);
  });

  it("are one, in Google's words", async () => {
    const { models } = await listed("generate-content");
    expect(models).toMatchObject([{ name: "models/large" }]);
    expect(models[0].supportedGenerationMethods).toContain("generateContent");
  });
});
