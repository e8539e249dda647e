import type { SkillTemplate } from "./schema";
import { blank } from "./templates/blank";
import { reference } from "./templates/reference";
import { tool } from "./templates/tool";
import { workflow } from "./templates/workflow";

export type TemplateFile = { path: string; text: string };

const templates = { blank, workflow, reference, tool } as const satisfies Record<
  SkillTemplate,
  (name: string) => TemplateFile[]
>;

/** The files a new skill begins with. */
export const filesOfTemplate = (template: SkillTemplate, name: string): TemplateFile[] =>
  templates[template](name);
