import { defineCommand } from "just-bash";

const said = (stderr, exitCode) => ({ stdout: "", stderr, exitCode });

function hostsIn(args) {
  return args.flatMap((arg) => {
    const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(arg)
      ? arg
      : /^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(arg)
        ? `http://${arg}`
        : "";
    return URL.canParse(text) ? [new URL(text).host] : [];
  });
}

/** Programs that reach out: there is no network, and it is told which hosts they asked for. */
const reaching = (name, exitCode, observed) =>
  defineCommand(
    name,
    async (args) => {
      const hosts = hostsIn(args);
      for (const host of hosts) observed.ask(host);
      const whom = hosts.length > 0 ? `: ${hosts.join(", ")} cannot be reached` : "";
      return said(`${name}: there is no network in this simulated shell${whom}\n`, exitCode);
    },
    { trusted: false },
  );

/** Node's ways of being called, for the JavaScript that is here: node file.js, node -e CODE, node -p CODE. */
const nodeArguments = (args) => {
  const [first = "", ...rest] = args;
  if (first === "-e" || first === "--eval") return ["-c", ...rest];
  if (first === "-p" || first === "--print") return ["-c", `console.log(${rest[0] ?? ""})`, ...rest.slice(1)];
  return args;
};

const node = defineCommand(
  "node",
  (args, { exec, cwd, stdin }) =>
    exec("js-exec", { cwd, args: nodeArguments(args), stdin: String(stdin), stdinKind: "bytes" }),
  { trusted: false },
);

export const ownCommands = (observed) => [reaching("curl", 6, observed), reaching("wget", 4, observed), node];
