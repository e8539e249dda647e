import type { Facts } from "./facts";

/** What tries to get out: the same aim in the sandbox and, as a control, outside of it. */
export type ReachAttempt = {
  name: string;
  command: (facts: Facts) => string;
  /** Of bash on this machine; the same command when absent. */
  control?: (facts: Facts) => string;
  /** Whether it got there; `said` is all that it wrote. */
  reached: (said: string, facts: Facts, mark: string) => boolean;
};

type Reached = ReachAttempt["reached"];
const tellsSecret: Reached = (said, { secret }) => said.includes(secret);
const tellsEnvironment: Reached = (said, { environmentSecret }) => said.includes(environmentSecret);
const wroteFile: Reached = (_, facts, mark) => facts.wasWritten(mark);
const askedServer: Reached = (_, facts, mark) => facts.wasAsked(mark);
const signalled: Reached = (_, facts) => facts.wasSignalled();
const ranProgram: Reached = (said) => said.includes("ran-outside");

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const python = (code: string): string => `python3 -c ${quoted(code)}`;
const js = (code: string): string => `node -e ${quoted(code)}`;
const both = (name: string, command: ReachAttempt["command"], reached: Reached): ReachAttempt => ({
  name,
  command,
  reached,
});

/** `name` is also the mark of a file or an address that it leaves. */
const shell: readonly ReachAttempt[] = [
  both("cat", ({ secretFile }) => `cat ${secretFile}`, tellsSecret),
  both("dots", ({ secretFile }) => `cat ../../../../../../../../..${secretFile}`, tellsSecret),
  both("symlink-file", ({ secretFile }) => `ln -s ${secretFile} ./l; cat ./l`, tellsSecret),
  both("symlink-root", ({ secretFile }) => `ln -s / ./r; cat ./r${secretFile}`, tellsSecret),
  both(
    "hard-link",
    ({ secretFile, folder }) => `ln ${secretFile} ${folder}/hard; cat ${folder}/hard`,
    tellsSecret,
  ),
  both("proc-root", ({ secretFile }) => `cat /proc/self/root${secretFile}`, tellsSecret),
  both("proc-cwd", ({ secretFile }) => `cat /proc/self/cwd/../../../../../..${secretFile}`, tellsSecret),
  both("glob", ({ folder }) => `cat ${folder}/secre*`, tellsSecret),
  both("find", ({ folder }) => `find ${folder} -name 'secret*' -exec cat {} +`, tellsSecret),
  both("redirect", ({ secretFile }) => `read -r line < ${secretFile}; echo "$line"`, tellsSecret),
  both("source", ({ secretFile }) => `. ${secretFile}`, tellsSecret),
  both("tar", ({ folder }) => `tar -cf - -C / ${folder.slice(1)} | tr -cd '[:print:]'`, tellsSecret),
  both(
    "awk-getline",
    ({ secretFile }) => `awk 'BEGIN{while((getline l < "${secretFile}")>0) print l}'`,
    tellsSecret,
  ),
  both("awk-system", ({ secretFile }) => `awk 'BEGIN{system("cat ${secretFile}")}'`, tellsSecret),
  both("sed-read", ({ secretFile }) => `echo x | sed 'r ${secretFile}'`, tellsSecret),
  both("xargs", ({ secretFile }) => `echo ${secretFile} | xargs cat`, tellsSecret),
  both("heredoc-bash", ({ secretFile }) => `bash <<'END'\ncat ${secretFile}\nEND`, tellsSecret),
  {
    name: "sqlite-readfile",
    command: ({ secretFile }) =>
      `sqlite3 :memory: "select readfile('${secretFile}')"; sqlite3 ${secretFile} .dump`,
    control: ({ secretFile }) => `cat ${secretFile}`,
    reached: tellsSecret,
  },
  both("environment", () => "env; set; printenv; export -p", tellsEnvironment),
  both("proc-environ", () => "cat /proc/self/environ | tr '\\0' '\\n'", tellsEnvironment),
  {
    name: "parent-environ",
    command: () => "cat /proc/$PPID/environ | tr '\\0' '\\n'",
    control: () => `bash -c "cat /proc/\\$PPID/environ | tr '\\\\0' '\\\\n'"; true`,
    reached: tellsEnvironment,
  },
  {
    name: "devices",
    command: () => "cat /proc/partitions /proc/devices",
    reached: (said) => said.includes("Character devices"),
  },
  both("write", ({ folder }) => `echo x > ${folder}/write`, wroteFile),
  both("sed-write", ({ folder }) => `echo x | sed -n 'w ${folder}/sed-write'`, wroteFile),
  both("tee", ({ folder }) => `echo x | tee ${folder}/tee`, wroteFile),
  both("symlink-write", ({ folder }) => `ln -s ${folder} ./out; echo x > ./out/symlink-write`, wroteFile),
  both(
    "dev-tcp",
    ({ port }) =>
      `exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET /dev-tcp HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`,
    askedServer,
  ),
  {
    name: "curl",
    command: ({ port }) => `curl http://127.0.0.1:${port}/curl; wget http://127.0.0.1:${port}/curl`,
    control: ({ port, node }) => `${node} -e "fetch('http://127.0.0.1:${port}/curl')"`,
    reached: askedServer,
  },
  both("signal-parent", () => "kill -USR2 $PPID; sleep 0.3", signalled),
  both("signal-server", ({ pid }) => `kill -USR2 ${pid}; sleep 0.3`, signalled),
  both("program", ({ node }) => `${node} -p '"ran-" + "outside"'`, ranProgram),
  both(
    "shebang",
    ({ node }) => `printf '#!${node}\\nconsole.log("ran-"+"outside")\\n' > ./p; chmod +x ./p; ./p`,
    ranProgram,
  ),
];

const killParent = python("import os,signal,time; os.kill(os.getppid(), signal.SIGUSR2); time.sleep(0.3)");

const pythonAttempts: readonly ReachAttempt[] = [
  both("py-open", ({ secretFile }) => python(`print(open("${secretFile}").read())`), tellsSecret),
  both(
    "py-listdir",
    ({ folder, secretFile }) =>
      python(
        `import os; p=os.path.join("${folder}", [n for n in os.listdir("${folder}") if n.startswith("secret")][0]); print(open(p).read() if p=="${secretFile}" else "")`,
      ),
    tellsSecret,
  ),
  both("py-environ", () => python("import os; print(dict(os.environ))"), tellsEnvironment),
  both(
    "py-subprocess",
    ({ secretFile }) =>
      python(
        `import subprocess; print(subprocess.run(["cat","${secretFile}"],capture_output=True,text=True).stdout)`,
      ),
    tellsSecret,
  ),
  both(
    "py-system",
    ({ secretFile }) =>
      python(`import os; os.system("cat ${secretFile}"); print(os.popen("cat ${secretFile}").read())`),
    tellsSecret,
  ),
  both(
    "py-exec",
    ({ secretFile }) => python(`import os; os.execv("/bin/cat", ["cat", "${secretFile}"])`),
    tellsSecret,
  ),
  both(
    "py-fork",
    ({ secretFile }) =>
      python(`import os\nif os.fork()==0: os.execv("/bin/cat", ["cat", "${secretFile}"])\nos.wait()`),
    tellsSecret,
  ),
  both(
    "py-ctypes",
    ({ secretFile }) =>
      python(
        `import ctypes; l=ctypes.CDLL(None); b=ctypes.create_string_buffer(200); f=l.open(b"${secretFile}",0); l.read(f,b,200); print(b.value)`,
      ),
    tellsSecret,
  ),
  both(
    "py-symlink",
    ({ secretFile }) => python(`import os; os.symlink("${secretFile}","./pl"); print(open("./pl").read())`),
    tellsSecret,
  ),
  both(
    "py-proc-mem",
    () => python("print(\"ran-\"+\"outside\" if open('/proc/self/maps').read().count('python')>2 else '')"),
    ranProgram,
  ),
  {
    name: "py-kill",
    command: () => killParent,
    control: () => `exec ${killParent}`,
    reached: signalled,
  },
  both(
    "py-kill-server",
    ({ pid }) => python(`import os,signal,time; os.kill(${pid}, signal.SIGUSR2); time.sleep(0.3)`),
    signalled,
  ),
  both(
    "py-socket",
    ({ port }) =>
      python(
        `import socket; s=socket.create_connection(("127.0.0.1",${port}),2); s.sendall(b"GET /py-socket HTTP/1.0\\r\\n\\r\\n"); print(s.recv(99))`,
      ),
    askedServer,
  ),
  both(
    "py-urllib",
    ({ port }) =>
      python(
        `import urllib.request; print(urllib.request.urlopen("http://127.0.0.1:${port}/py-urllib",timeout=2).read())`,
      ),
    askedServer,
  ),
  both(
    "py-dns",
    () =>
      python(
        "import socket; print(\"ran-\"+\"outside\" if socket.gethostbyname('localhost').startswith('127.') and socket.socket().connect_ex(('127.0.0.1',1)) in (111,61) else '')",
      ),
    ranProgram,
  ),
  both("py-write", ({ folder }) => python(`open("${folder}/py-write","w").write("x")`), wroteFile),
  {
    name: "py-javascript",
    command: ({ secretFile }) =>
      python(
        `import ctypes\nfor n in ("emscripten_run_script_string","emscripten_run_script"):\n  f=getattr(ctypes.pythonapi,n); f.restype=ctypes.c_char_p; print(f(b"require('fs').readFileSync('${secretFile}','utf8')"))`,
      ),
    control: ({ secretFile, node }) =>
      `${node} -p ${quoted(`require('fs').readFileSync('${secretFile}','utf8')`)}`,
    reached: tellsSecret,
  },
];

const outsideNode = (attempt: ReachAttempt): ReachAttempt => ({
  ...attempt,
  control: (facts) => attempt.command(facts).replace(/^node /, `exec ${facts.node} `),
});

const jsAttempts: readonly ReachAttempt[] = [
  both(
    "js-fs",
    ({ secretFile }) => js(`console.log(require("fs").readFileSync("${secretFile}","utf8"))`),
    tellsSecret,
  ),
  both("js-environment", () => js("console.log(JSON.stringify(process.env))"), tellsEnvironment),
  both(
    "js-child",
    ({ secretFile }) => js(`console.log(require("child_process").execSync("cat ${secretFile}").toString())`),
    tellsSecret,
  ),
  both(
    "js-constructor",
    ({ secretFile }) =>
      js(
        `const p=(()=>{}).constructor("return process")(); console.log(p.getBuiltinModule("fs").readFileSync("${secretFile}","utf8"))`,
      ),
    tellsSecret,
  ),
  both(
    "js-builtin",
    ({ secretFile }) =>
      js(`console.log(process.getBuiltinModule("node:fs").readFileSync("${secretFile}","utf8"))`),
    tellsSecret,
  ),
  both(
    "js-import",
    ({ secretFile }) =>
      js(`import("node:fs").then((fs)=>console.log(fs.readFileSync("${secretFile}","utf8")))`),
    tellsSecret,
  ),
  both(
    "js-error-frames",
    ({ secretFile }) =>
      js(
        `Error.prepareStackTrace=(e,s)=>s; const s=new Error().stack; const g=(s[0]?.getFunction?.()??(()=>{})).constructor("return globalThis")(); console.log((g.process.mainModule??{require}).require("fs").readFileSync("${secretFile}","utf8"))`,
      ),
    tellsSecret,
  ),
  both(
    "js-worker",
    ({ secretFile }) =>
      js(
        `const {Worker}=require("worker_threads"); new Worker('console.log(require("fs").readFileSync("${secretFile}","utf8"))',{eval:true})`,
      ),
    tellsSecret,
  ),
  both(
    "js-symlink",
    ({ secretFile }) =>
      js(
        `const fs=require("fs"); fs.symlinkSync("${secretFile}","./jl"); console.log(fs.readFileSync("./jl","utf8"))`,
      ),
    tellsSecret,
  ),
  both(
    "js-fetch",
    ({ port }) => js(`fetch("http://127.0.0.1:${port}/js-fetch").then((r)=>r.text()).then(console.log)`),
    askedServer,
  ),
  both(
    "js-net",
    ({ port }) => js(`require("net").connect(${port},"127.0.0.1").end("GET /js-net HTTP/1.0\\r\\n\\r\\n")`),
    askedServer,
  ),
  both("js-kill", ({ pid }) => js(`process.kill(${pid},"SIGUSR2")`), signalled),
  both("js-write", ({ folder }) => js(`require("fs").writeFileSync("${folder}/js-write","x")`), wroteFile),
].map(outsideNode);

export const reachAttempts: readonly ReachAttempt[] = [...shell, ...pythonAttempts, ...jsAttempts];
