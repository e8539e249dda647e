import { blank } from "./internal/blank-template";
import { reference } from "./internal/reference-template";
import { tool } from "./internal/tool-template";
import { workflow } from "./internal/workflow-template";
import type { SkillTemplate } from "./skill-schema";

export type TemplateFile = { path: string; text: string };

const templates = { blank, workflow, reference, tool } as const satisfies Record<
  SkillTemplate,
  (name: string) => TemplateFile[]
>;

/** The files a new skill begins with. */
export const filesOfTemplate = (template: SkillTemplate, name: string): TemplateFile[] =>
  templates[template](name);
