import { diffTrees, type TreeNode } from "@/lib/diff/diff-trees";

type Parser = { parse: (text: string) => unknown };

/** A document's text without its frontmatter, which has a table of its own. */
export const bodyOf = (text: string): string =>
  text.replace(/^\uFEFF?---[ \t]*(?:\r\n|\r|\n)[\s\S]*?(?:\r\n|\r|\n)---[ \t]*(?:\r\n|\r|\n|$)/, "");

const isTree = (value: unknown): value is TreeNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Lets both texts go through one parser and one sanitiser, each in a box of its own, then compares the boxes. */
export function comparedWith(before: string) {
  function remark(this: Parser) {
    return (tree: TreeNode) => {
      const old = this.parse(before);
      tree.children = [box(isTree(old) ? old.children : []), box(tree.children)];
    };
  }
  const rehype = () => (tree: TreeNode) => {
    const [old, current, ...rest] = (tree.children ?? []).filter(({ type }) => type === "element");
    tree.children = [...diffTrees(old?.children ?? [], current?.children ?? []), ...rest];
  };
  return { remark: [remark], rehype: [rehype] };
}

const box = (children: TreeNode[] | undefined) => ({
  type: "box",
  data: { hName: "div" },
  children: children ?? [],
});
