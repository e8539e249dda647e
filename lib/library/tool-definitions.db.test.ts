import { expect, it } from "vitest";
import { saveFile } from "@/lib/testing/batches";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { getSkill } from "./get-skill";

const { db } = testDatabase();

it("gives a skill's tools as hosts register them, and its frontmatter as it is nested", async () => {
  const context = await aContext(db);
  await aPackage(context, { name: "weather" });
  const tools = [
    "tools:",
    "  - name: get_weather",
    "    description: Looks outside.",
    "    parameters:",
    "      city:",
    "        type: string",
    "        description: Where",
    "        required: true",
    "",
  ].join("\n");
  const text = skillText("weather").replace("---\n\n", `${tools}---\n\n`);
  await saveFile(context, "weather", { path: "SKILL.md", text });
  const skill = await getSkill(context, { skill: "weather" });
  expect(skill.tools).toEqual(["get_weather"]);
  expect(skill.toolDefinitions).toEqual([
    {
      name: "get_weather",
      description: "Looks outside.",
      inputSchema: {
        type: "object",
        properties: { city: { type: "string", description: "Where" } },
        required: ["city"],
      },
    },
  ]);
  expect(skill.frontmatter.find(({ key }) => key === "tools")?.value).toBe(
    [
      "- name: get_weather",
      "  description: Looks outside.",
      "  parameters:",
      "    city:",
      "      type: string",
      "      description: Where",
      "      required: true",
    ].join("\n"),
  );
});
