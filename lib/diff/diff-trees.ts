import { compareLines } from "./diff-lines";
import { diffByWord } from "./diff-words";

/** As much of a document's tree (https://github.com/syntax-tree/hast) as is looked at. */
export type TreeNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
};

/** Their children are compared one by one; everything else word by word. */
const containers = new Set([
  "ul",
  "ol",
  "li",
  "blockquote",
  "table",
  "thead",
  "tbody",
  "tr",
  "div",
  "section",
]);
const wordLimit = 600;
const classOf = { ins: "came", del: "went" } as const;

/**
 * The newer document with what it says differently: `ins` around what came, `del` where something went. Blocks that
 * are only in one of the two are marked whole. Marks have the class `came` or `went`: a text may hold `del` of its own.
 */
export function diffTrees(before: readonly TreeNode[], after: readonly TreeNode[]): TreeNode[] {
  const [old, current] = [before.filter(isSaid), after.filter(isSaid)];
  const { changes } = compareLines(old.map(nodeKey), current.map(nodeKey));
  const shown: TreeNode[] = [];
  let at = 0;
  for (const { oldStart, oldCount, newStart, newCount } of changes) {
    shown.push(...current.slice(at, newStart));
    shown.push(
      ...diffBlocks(old.slice(oldStart, oldStart + oldCount), current.slice(newStart, newStart + newCount)),
    );
    at = newStart + newCount;
  }
  return [...shown, ...current.slice(at)];
}

const isSaid = ({ type, value }: TreeNode): boolean => type !== "text" || value?.trim() !== "";
const nodeKey = (node: TreeNode): string => `${node.tagName ?? node.type} ${JSON.stringify(plain(node))}`;

/** Without places and other notes: only what is shown. */
function plain({ tagName, value, properties, children }: TreeNode): unknown {
  return [tagName, value, properties, children?.map(plain)];
}

export const textOfTree = ({ value, children }: TreeNode): string =>
  value ?? children?.map(textOfTree).join("") ?? "";

/** Blocks of one sort are taken for the same block, edited, in their order. */
function diffBlocks(old: readonly TreeNode[], current: readonly TreeNode[]): TreeNode[] {
  const left = [...old];
  const shown: TreeNode[] = [];
  for (const node of current) {
    const at = left.findIndex(
      (candidate) => candidate.tagName === node.tagName && candidate.type === node.type,
    );
    const match = left[at];
    if (!match) {
      shown.push(whole("ins", node));
      continue;
    }
    for (const gone of left.splice(0, at + 1).slice(0, -1)) shown.push(whole("del", gone));
    shown.push(diffBlock(match, node));
  }
  return [...shown, ...left.map((node) => whole("del", node))];
}

/** Inside of lists and tables only their own kind of child may stand. */
const inner = new Set(["li", "tr", "td", "th", "thead", "tbody"]);

function whole(tagName: "ins" | "del", node: TreeNode): TreeNode {
  const mark = (children: TreeNode[]): TreeNode => ({
    type: "element",
    tagName,
    properties: { className: [classOf[tagName], "whole"] },
    children,
  });
  if (node.tagName === undefined || !inner.has(node.tagName)) return mark([node]);
  if (node.tagName === "tr" || node.tagName === "thead" || node.tagName === "tbody")
    return { ...node, children: (node.children ?? []).map((child) => whole(tagName, child)) };
  return { ...node, children: [mark(node.children ?? [])] };
}

function diffBlock(before: TreeNode, after: TreeNode): TreeNode {
  const isContainer = after.tagName !== undefined && containers.has(after.tagName);
  if (isContainer && hasBlocks(before) && hasBlocks(after))
    return { ...after, children: diffTrees(before.children ?? [], after.children ?? []) };
  return markWords(after, textOfTree(before));
}

const blocks = new Set([
  "p",
  "pre",
  "table",
  "ul",
  "ol",
  "blockquote",
  "li",
  "tr",
  "td",
  "th",
  "thead",
  "tbody",
]);
const hasBlocks = ({ children = [] }: TreeNode): boolean =>
  children.some(({ tagName }) => tagName !== undefined && blocks.has(tagName));

/** Marks words inside of a block: the newer one's links and emphasis stay, what went is plain text. */
function markWords(node: TreeNode, before: string): TreeNode {
  const pieces = diffByWord(before, textOfTree(node), wordLimit);
  let at = 0;
  let rest = pieces[0]?.text.length ?? 0;
  const take = (text: string): TreeNode[] => {
    const nodes: TreeNode[] = [];
    let from = 0;
    while (at < pieces.length) {
      const piece = pieces[at];
      if (!piece) break;
      if (piece.kind === "removed") {
        nodes.push(marked("del", piece.text));
        rest = pieces[++at]?.text.length ?? 0;
        continue;
      }
      if (from === text.length) break;
      const length = Math.min(rest, text.length - from);
      const part = text.slice(from, from + length);
      nodes.push(piece.kind === "added" ? marked("ins", part) : { type: "text", value: part });
      from += length;
      rest -= length;
      if (rest === 0) rest = pieces[++at]?.text.length ?? 0;
    }
    return nodes;
  };
  const walk = (inside: TreeNode): TreeNode => ({
    ...inside,
    children: (inside.children ?? []).flatMap((child) =>
      child.type === "text" ? take(child.value ?? "") : [child.children ? walk(child) : child],
    ),
  });
  const shown = walk(node);
  return { ...shown, children: [...(shown.children ?? []), ...take("")] };
}

const marked = (tagName: "ins" | "del", value: string): TreeNode => ({
  type: "element",
  tagName,
  properties: { className: [classOf[tagName]] },
  children: [{ type: "text", value }],
});
