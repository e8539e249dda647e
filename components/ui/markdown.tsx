import { ImageOff } from "lucide-react";
import { type ComponentProps, memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { mayHideText } from "@/lib/kernel/hidden-text";
import { markHidden, splitAtHidden } from "@/lib/kernel/mark-hidden";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { hiddenMarkOf, ShownText } from "./shown-text";

type MarkdownProps = {
  text: string;
  /** Answers where a link inside the package leads; null leaves plain text. Without it only web links are links. */
  resolveHref?: ((href: string) => string | null) | undefined;
  /** The level that `#` becomes, so that the page keeps one h1. */
  headingLevel?: 2 | 3 | 4;
  /** HTML is told as text instead of being left out: where every word that was said counts. */
  htmlAsText?: boolean;
  /** Works on the text's tree, before it becomes HTML and after it has been made safe. */
  plugins?: { remark: Plugins; rehype: Plugins } | undefined;
  className?: string | undefined;
};
type Plugins = NonNullable<ComponentProps<typeof ReactMarkdown>["remarkPlugins"]>;

const webLink = /^(https?:|mailto:)/i;
const headings = ["h2", "h3", "h4", "h5", "h6"] as const;

/** Untrusted markdown: HTML is dropped or told, images are never fetched, links open outside without telling where from. */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { text, resolveHref, headingLevel = 2, htmlAsText = false, plugins, className } = props;
  const heading = (level: number) => {
    const Tag = headings[Math.min(level + headingLevel - 3, headings.length - 1)] ?? "h6";
    return ({ node: _node, ...rest }: ComponentProps<"h2"> & { node?: unknown }) => <Tag {...rest} />;
  };
  const components: Components = {
    a: ({ href, children }) => <SafeLink href={href} resolveHref={resolveHref} label={children} />,
    img: ({ alt, src }) => <ImagePlaceholder alt={alt} src={typeof src === "string" ? src : undefined} />,
    h1: heading(1),
    h2: heading(2),
    h3: heading(3),
    h4: heading(4),
    h5: heading(5),
    h6: heading(6),
    table: ({ node: _node, ...rest }) => (
      <div className="relative overflow-x-auto">
        <table {...rest} />
      </div>
    ),
  };
  return (
    <div className={classNames(prose, className)}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm, ...(plugins?.remark ?? [])]}
        rehypePlugins={[...(htmlAsText ? told : dropped), ...(plugins?.rehype ?? []), markHiddenText]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

type Node = { type: string; tagName?: string; value?: string; properties?: object; children?: Node[] };

/** HTML becomes the text it is: between paragraphs a block of code, inside one plain words. */
const tellHtml = () => (tree: Node) => tellIn(tree);

function tellIn(parent: Node): void {
  const between = parent.type === "root" || parent.tagName === "blockquote" || parent.tagName === "li";
  if (!parent.children) return;
  parent.children = parent.children.map((child) => {
    if (child.type !== "raw") {
      tellIn(child);
      return child;
    }
    const text = { type: "text", value: child.value ?? "" };
    if (!between) return text;
    const code = { type: "element", tagName: "code", properties: {}, children: [text] };
    return { type: "element", tagName: "pre", properties: {}, children: [code] };
  });
}

const dropped = [rehypeSanitize];
const told = [tellHtml, rehypeSanitize];

/** What a text hides becomes marks, in code too. Last of all: what was made safe is not touched again. */
const markHiddenText = () => (tree: Node) => markIn(tree);

function markIn(parent: Node): void {
  if (!parent.children) return;
  parent.children = parent.children.flatMap((child) => {
    markIn(child);
    return child.type === "text" && mayHideText(child.value ?? "") ? marksOf(child.value ?? "") : [child];
  });
}

const marksOf = (text: string): Node[] =>
  splitAtHidden(text).map((piece) => {
    const inside = { type: "text", value: piece.text };
    if (!piece.run) return inside;
    const properties = hiddenMarkOf(piece.run);
    const kept = { type: "element", tagName: "span", properties: {}, children: [inside] };
    return { type: "element", tagName: "span", properties, children: [kept] };
  });

type SafeLinkProps = {
  href: string | undefined;
  resolveHref: MarkdownProps["resolveHref"];
  label: ComponentProps<"a">["children"];
};

function SafeLink({ href, resolveHref, label }: SafeLinkProps) {
  if (href && webLink.test(href)) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {label}
      </a>
    );
  }
  // The page's own addresses come from the caller, never from the text.
  const inside = href ? resolveHref?.(href) : null;
  if (inside && !/^[a-z][a-z0-9+.-]*:/i.test(inside)) return <a href={inside}>{label}</a>;
  return <span title={href ? markHidden(href) : undefined}>{label}</span>;
}

function ImagePlaceholder({ alt, src }: { alt: string | undefined; src: string | undefined }) {
  return (
    <span
      title={src && markHidden(src)}
      className="inline-flex max-w-full items-center gap-1.5 rounded-1 border border-line-strong border-dashed px-1.5 py-0.5 align-middle text-12 text-ink-3"
    >
      <Icon of={ImageOff} size={14} />
      <span className="truncate">
        Image not loaded: <ShownText text={alt || src || "without a description"} />
      </span>
    </span>
  );
}

const prose = [
  "min-w-0 text-14 text-ink [overflow-wrap:anywhere]",
  "[&>*+*]:mt-2 [&>*+h2]:mt-6 [&>*+h3]:mt-5 [&>*+h4]:mt-4",
  "[&_h2]:text-16 [&_h2]:tracking-[-0.01em] [&_h3]:text-14 [&_h4]:text-13 [&_:is(h4,h5,h6)]:font-semibold",
  "[&_ul]:list-disc [&_ol]:list-decimal [&_ul]:pl-5 [&_ol]:pl-5 [&_li+li]:mt-0.5 [&_li>ul]:mt-0.5 [&_li>ol]:mt-0.5 [&_li::marker]:text-ink-3",
  "[&_.contains-task-list]:list-none [&_.contains-task-list]:pl-0 [&_input]:mr-1.5",
  "[&_a]:underline [&_a]:decoration-line-control [&_a]:underline-offset-3 hover:[&_a]:text-accent-text",
  "[&_code]:rounded-[3px] [&_code]:bg-hover [&_code]:px-[3px] [&_code]:py-px [&_code]:text-[12.5px]",
  "[&_pre]:overflow-x-auto [&_pre]:rounded-2 [&_pre]:border [&_pre]:border-line [&_pre]:bg-sunken [&_pre]:px-3 [&_pre]:py-2.5 [&_pre]:text-12 [&_pre]:text-ink-2 [&_pre]:leading-[18px] [&_pre_code]:bg-transparent [&_pre_code]:p-0 [&_pre_code]:text-12",
  "[&_blockquote]:border-line-strong [&_blockquote]:border-l-2 [&_blockquote]:pl-2.5 [&_blockquote]:text-ink-2",
  "[&_table]:border-collapse [&_td]:border [&_th]:border [&_td]:border-line-strong [&_th]:border-line-strong [&_td]:px-2 [&_th]:px-2 [&_td]:py-1 [&_th]:py-1 [&_th]:text-left [&_th]:font-medium [&_table]:text-13",
  "[&_hr]:border-line",
].join(" ");
