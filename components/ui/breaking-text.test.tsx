import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { BreakingText } from "./breaking-text";

it.each([
  ["/workspaces/{workspace}/members", "/<wbr>workspaces/<wbr>{workspace}/<wbr>members"],
  ["tools.Read.limit", "tools.<wbr>Read.<wbr>limit"],
  ["answers[0] Skill", "answers[0] Skill"],
])("breaks %s behind its dots and slashes, and shows it whole", (text, drawn) => {
  const { container } = render(<BreakingText text={text} />);
  expect(container).toHaveTextContent(text);
  expect(container.innerHTML).toBe(drawn);
});
