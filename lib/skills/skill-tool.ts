/** A tool declared by a skill (`tools:` in the frontmatter), offered while the skill is active. */
export type SkillTool = {
  /** It is in snake_case and offered as `<skill>__<tool>`. */
  name: string;
  description: string;
  parameters: ToolParameter[];
};

export const parameterTypes = ["string", "number", "integer", "boolean", "array", "object"] as const;

export type ParameterType = (typeof parameterTypes)[number];

export type ToolParameter = {
  name: string;
  type: ParameterType;
  description: string;
  required: boolean;
  enum?: string[];
  /** Says what an array holds. */
  items?: ParameterType;
};

/** The JSON Schema of a tool's input, as hosts that register such tools build it. */
export function toolInputSchema(tool: SkillTool): {
  type: "object";
  properties: Record<
    string,
    { type: ParameterType; description?: string; enum?: string[]; items?: { type: ParameterType } }
  >;
  required: string[];
} {
  return {
    type: "object",
    properties: Object.fromEntries(
      tool.parameters.map((parameter) => [
        parameter.name,
        {
          type: parameter.type,
          ...(parameter.description && { description: parameter.description }),
          ...(parameter.enum && { enum: parameter.enum }),
          ...(parameter.items && { items: { type: parameter.items } }),
        },
      ]),
    ),
    required: tool.parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  };
}
