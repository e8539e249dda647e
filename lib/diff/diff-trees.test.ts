import { describe, expect, it } from "vitest";
import { diffTrees, type TreeNode } from "./diff-trees";

const text = (value: string): TreeNode => ({ type: "text", value });
const element = (tagName: string, ...children: (TreeNode | string)[]): TreeNode => ({
  type: "element",
  tagName,
  properties: {},
  children: children.map((child) => (typeof child === "string" ? text(child) : child)),
});
const written = (nodes: readonly TreeNode[]): string =>
  nodes
    .map(({ tagName, value, children = [], properties }) => {
      const whole = String(properties?.className ?? "").includes("whole") ? "!" : "";
      return value ?? `<${tagName}${whole}>${written(children)}</${tagName}>`;
    })
    .join("");
const diff = (before: TreeNode[], after: TreeNode[]) => written(diffTrees(before, after));

describe("diffTrees", () => {
  it("marks words inside of a paragraph and keeps its links", () => {
    const before = [element("p", "Read the small matrix now.")];
    const after = [element("p", "Read ", element("a", "the large matrix"), " now.")];
    expect(diff(before, after)).toBe("<p>Read <a>the <del>small</del><ins>large</ins> matrix</a> now.</p>");
  });

  it("says at the end of a block what went from its end", () => {
    expect(diff([element("p", "One two")], [element("p", "One")])).toBe("<p>One<del> two</del></p>");
    expect(diff([element("p", "Old")], [element("p", element("img"))])).toBe(
      "<p><img></img><del>Old</del></p>",
    );
  });

  it("leaves equal blocks as they are, and marks new and lost ones whole", () => {
    const before = [element("h2", "Title"), element("p", "Same"), element("pre", element("code", "gone"))];
    const after = [element("h2", "Title"), element("blockquote", element("p", "New")), element("p", "Same")];
    expect(diff(before, after)).toBe(
      "<h2>Title</h2><ins!><blockquote><p>New</p></blockquote></ins><p>Same</p><del!><pre><code>gone</code></pre></del>",
    );
  });

  it("marks inside of the items and cells of lists and tables, never around them", () => {
    const list = (...items: string[]) => [element("ul", ...items.map((item) => element("li", item)))];
    expect(diff(list("a b", "same", "gone"), list("a c", "same", "more words here"))).toBe(
      "<ul><li>a <del>b</del><ins>c</ins></li><li>same</li><li><del>gone</del><ins>more words here</ins></li></ul>",
    );
    expect(diff(list("one"), list("one", "two"))).toBe("<ul><li>one</li><li><ins!>two</ins></li></ul>");
    const table = (...rows: string[]) => [
      element("table", element("tbody", ...rows.map((row) => element("tr", element("td", row))))),
    ];
    expect(diff(table("one", "two"), table("one"))).toBe(
      "<table><tbody><tr><td>one</td></tr><tr><td><del!>two</del></td></tr></tbody></table>",
    );
  });

  it("overlooks blank text between blocks", () => {
    expect(diff([text("\n"), element("p", "a")], [element("p", "a"), text("\n")])).toBe("<p>a</p>");
  });
});
