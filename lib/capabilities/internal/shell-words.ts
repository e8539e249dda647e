const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words after which a command still begins. */
export const leadingWords = set("if then elif else while until do ! { time coproc function");
/** Part of every shell, or without effect beyond what is printed: nothing that a package can do by them. */
export const shellOwn = set(
  "} fi done esac in for select case [ [[ test : . source true false cd pushd popd dirs echo printf read export set unset local declare typeset readonly let return exit break continue shift trap wait jobs fg bg alias unalias type hash getopts umask ulimit pwd eval command builtin exec history shopt complete mapfile readarray times disown",
);
/** They run what follows them. Options with a value of their own by program. */
export const wrappers: Readonly<Record<string, ReadonlySet<string>>> = {
  sudo: set("-u -g -h -p -C -T"),
  doas: set("-u -C"),
  env: set("-u -C -S"),
  nohup: set(""),
  exec: set("-a"),
  command: set(""),
  builtin: set(""),
  time: set("-f -o"),
  nice: set("-n"),
  ionice: set("-c -n"),
  timeout: set("-k -s"),
  xargs: set("-I -n -P -L -d -E -s -a"),
  setsid: set(""),
  stdbuf: set("-i -o -e"),
  watch: set("-n"),
  strace: set("-e -o"),
};
export const ownWrappers = set("exec command builtin time");

/** Hosts are among their arguments, with or without a scheme. */
export const askingPrograms = set(
  "curl wget http https xh aria2c lynx ssh scp sftp rsync nc ncat netcat telnet ping ping6 dig nslookup host whois traceroute openssl ftp websocat grpcurl",
);
/** These take a host first and nothing else that looks like one. */
export const hostPrograms = set(
  "ssh nc ncat netcat telnet ping ping6 dig nslookup host whois traceroute ftp curl wget http https xh",
);

export const readingPrograms = set(
  "cat bat head tail less more grep egrep fgrep rg ag sed awk gawk ls tree find fd stat file wc diff cmp sort uniq cut strings xxd od hexdump base64 sha256sum sha1sum md5sum shasum jq yq tar zip source . cd du sqlite3 open",
);
/** Their first argument is a pattern or a program, not a file. */
export const patternPrograms = set("grep egrep fgrep rg ag sed awk gawk jq yq");
export const writingPrograms = set(
  "tee touch mkdir rm rmdir mv chmod chown chgrp ln install truncate shred unlink rsync unzip dd mktemp",
);
/** The last argument is written, the ones before it are read. */
export const copyingPrograms = set("cp mv install ln scp rsync");

export const shells = set("bash sh zsh dash ksh ash");
export const pythons = /^python(?:[23](?:\.\d{1,2})?)?$/;
export const nodes = set("node bun tsx ts-node deno");

/** Variables that every shell has, and those by which a script knows where it is: looking at them says nothing. */
export const plainVariables = set(
  "HOME PWD OLDPWD USER LOGNAME SHELL PATH IFS RANDOM LINENO OPTARG OPTIND OPTERR SECONDS UID EUID HOSTNAME OSTYPE MACHTYPE HOSTTYPE PPID TERM LANG LC_ALL PIPESTATUS FUNCNAME REPLY COLUMNS LINES TMPDIR TEMP TMP BASH BASH_SOURCE BASH_VERSION BASH_REMATCH BASHPID EPOCHSECONDS SHLVL ARGUMENTS USERPROFILE APPDATA LOCALAPPDATA ProgramFiles",
);
/** Names of the package's own folder. */
export const ownFolders = set(
  "CLAUDE_SKILL_DIR CLAUDE_PLUGIN_ROOT SKILL_DIR SKILL_ROOT SKILL_PATH SCRIPT_DIR SCRIPTS_DIR SCRIPT_PATH SKILL_HOME",
);

/** Programs that are looked for where a text does not say that it is a command: in untagged fences and between backticks. */
export const knownPrograms = set(
  "curl wget git gh glab npm npx pnpm yarn bun bunx node deno tsx python python3 pip pip3 pipx uv uvx poetry conda docker docker-compose podman kubectl helm terraform aws gcloud az ssh scp rsync sudo apt apt-get brew cargo go gem bundle make cmake bash sh zsh jq yq ffmpeg magick convert pandoc psql mysql sqlite3 redis-cli openssl vercel netlify wrangler supabase firebase flyctl heroku stripe playwright agent-browser claude codex gemini osascript pwsh powershell dotnet mvn gradle java ruby perl php composer chmod rm mkdir cp mv tar unzip kill pkill systemctl crontab nc",
);
