import { does, path, tableOf } from "./code-calls";

const each = (owners: string, names: string) =>
  owners
    .split(" ")
    .flatMap((owner) => names.split(" ").map((name) => `${owner}.${name}`))
    .join(" ");
const files = "fs fsp fs.promises fsPromises";
const sync = (names: string) =>
  names
    .split(" ")
    .flatMap((name) => [name, `${name}Sync`])
    .join(" ");

export const javascriptCalls = tableOf([
  [
    does("shell"),
    "child_process.exec child_process.execSync shell.exec shelljs.exec execaCommand execa.execaCommand execaCommandSync",
  ],
  [
    does("program"),
    "child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync child_process.fork execa.execa execa.execaSync execa execaSync Bun.spawn Bun.spawnSync Deno.run Deno.Command cross-spawn spawn.sync",
  ],
  [
    does("address"),
    [
      "fetch axios got ky undici.request undici.fetch http.get http.request https.get https.request WebSocket EventSource navigator.sendBeacon node-fetch superagent.get superagent.post request .goto importScripts",
      each("axios got ky page.request api client", "get post put patch delete head request"),
    ].join(" "),
  ],
  [does("address", 1), "xhr.open XMLHttpRequest.open"],
  [does("host", 1), "net.connect net.createConnection tls.connect"],
  [does("host"), "dns.lookup dns.resolve"],
  [
    path("read"),
    [
      each(files, sync("readFile readdir stat lstat open access exists createReadStream realpath opendir")),
      "Bun.file Deno.readTextFile Deno.readFile Deno.readDir Deno.open",
    ].join(" "),
  ],
  [
    path("written"),
    [
      each(
        files,
        sync("writeFile appendFile mkdir mkdtemp rm rmdir unlink chmod chown truncate createWriteStream"),
      ),
      "Bun.write Deno.writeTextFile Deno.writeFile Deno.remove Deno.mkdir",
      each("fs fse fs-extra", "ensureDir outputFile remove emptyDir writeJson"),
    ].join(" "),
  ],
  [path("read", 0, { alsoWrites: 1 }), each(files, sync("copyFile cp rename symlink link"))],
  [path("opened"), "path.join path.resolve join resolve path.normalize"],
  [does("environment"), "Deno.env.get"],
  [does("module"), "require import"],
  [does("code"), "eval Function vm.runInContext vm.runInNewContext vm.runInThisContext vm.Script"],
]);

/** Modules of Node, and those of its like that come with them. */
export const nodeStandard: ReadonlySet<string> = new Set(
  "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib".split(
    " ",
  ),
);
