import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { PlantedModel } from "./planted-model";

const asks: LanguageModelV4CallOptions["prompt"] = [
  { role: "user", content: [{ type: "text", text: "Merge these" }] },
];
const answered: LanguageModelV4CallOptions["prompt"] = [
  ...asks,
  {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: "call-1",
        toolName: "activate_skill",
        output: { type: "text", value: "# PDF" },
      },
    ],
  },
];
const tool = (name: string): LanguageModelV4FunctionTool => ({
  type: "function",
  name,
  inputSchema: { type: "object" },
});
const standard = [tool("activate_skill"), tool("read_skill_resource")];

async function partsOf(model: PlantedModel, options: LanguageModelV4CallOptions) {
  const { stream } = await model.doStream(options);
  const parts = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

describe("a planted model", () => {
  it("calls for its skill in the words of the host, whatever is asked, and then says a word", async () => {
    const model = new PlantedModel("pdf-tools");
    expect(model.hadTool).toBeNull();
    const parts = await partsOf(model, { prompt: asks, tools: standard });
    expect(parts.slice(1)).toMatchObject([
      { type: "tool-call", toolName: "activate_skill", input: '{"name":"pdf-tools"}' },
      { type: "finish", finishReason: { unified: "tool-calls" } },
    ]);
    expect(model.hadTool).toBe(true);
    const after = await model.doGenerate({ prompt: answered, tools: standard });
    expect(after).toMatchObject({
      content: [{ type: "text", text: "Done." }],
      finishReason: { unified: "stop" },
    });
    const inCodex = await partsOf(model, { prompt: asks, tools: [tool("exec_command")] });
    expect(inCodex[1]).toMatchObject({ type: "tool-call", toolName: "exec_command" });
  });

  it("knows whether it had the tool that it called", async () => {
    const model = new PlantedModel("pdf-tools");
    await partsOf(model, { prompt: asks, tools: [] });
    expect(model.hadTool).toBe(false);
  });

  it("calls nothing where it is to activate nothing", async () => {
    const model = new PlantedModel(null);
    const parts = await partsOf(model, { prompt: asks, tools: standard });
    expect(parts.map(({ type }) => type)).toEqual([
      "stream-start",
      "text-start",
      "text-delta",
      "text-end",
      "finish",
    ]);
    expect(model.hadTool).toBeNull();
  });

  it.each([
    ["pdf-tools", ["pdf-tools"]],
    [null, []],
  ] as const)("routes as it chooses: %s", async (choice, chosen) => {
    const { content } = await new PlantedModel(choice).doGenerate({
      prompt: asks,
      responseFormat: { type: "json" },
    });
    const [said] = content;
    expect(said?.type === "text" ? JSON.parse(said.text) : null).toEqual({
      selected_skill_names: chosen,
      reasoning: "As planted.",
    });
  });
});
