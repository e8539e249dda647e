import type { ResourcePage } from "@/lib/runtime/dialect";
import type { FrameMarks } from "@/lib/skills/frame-marks";
import { type Neutralised, neutralise } from "./neutralise";
import { sayPart } from "./shown-part";

/** A page of a file as hosts without a wrapper of their own give it, with what is said of more. */
export function neutraliseFile(page: ResourcePage, frame: FrameMarks): Neutralised {
  const { text, flags } = neutralise(page.text, frame);
  return { text: [text, sayPart(page)].filter((part) => part !== "").join("\n\n"), flags };
}
