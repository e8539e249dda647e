"""ADK's skill toolset from its source: the modules that make it, and stand-ins for the rest of ADK."""

import asyncio
import os
import pathlib
import re

from stubs import anything, module, package, stub_class


class Fields:
    def __init__(self, **fields):
        self.__dict__.update(fields)


class BaseTool:
    def __init__(self, *, name, description, **_):
        self.name, self.description = name, description


class BaseToolset:
    def __init__(self, *, tool_filter=None, tool_name_prefix=None, **_):
        self.tool_filter, self.tool_name_prefix = tool_filter, tool_name_prefix

    def _is_tool_selected(self, *_):
        return True


class LlmRequest:
    def __init__(self):
        self.instructions = []

    def append_instructions(self, instructions):
        self.instructions.extend(instructions)


class ToolContext:
    """One run of an agent that has no code executor."""

    agent_name = "agent"
    invocation_id = "run"

    def __init__(self):
        self.state = {}
        self._invocation_context = Fields(agent=Fields(name="agent"))


def prepare(sources):
    root = os.path.join(sources, "src", "google")
    adk = os.path.join(root, "adk")
    package("google", root)
    package("google.adk", adk)
    for name in ("tools", "skills", "features", "utils", "agents", "code_executors"):
        package(f"google.adk.{name}", os.path.join(adk, name))
    module("google.auth", credentials=anything())
    module("google.cloud", storage=anything())
    module("google.genai", types=Fields(FunctionDeclaration=Fields))
    module("google.adk.utils.env_utils", is_env_enabled=lambda *_, **__: False)
    module("google.adk.utils.instructions_utils", inject_session_state=None)
    module("google.adk.features", experimental=lambda _: lambda it: it, FeatureName=anything(),
           is_feature_enabled=lambda _: False)
    module("google.adk.agents.readonly_context", ReadonlyContext=stub_class("ReadonlyContext"))
    module("google.adk.code_executors.base_code_executor", BaseCodeExecutor=stub_class("BaseCodeExecutor"))
    module("google.adk.code_executors.code_execution_utils", CodeExecutionInput=Fields)
    module("google.adk.tools.base_tool", BaseTool=BaseTool)
    module("google.adk.tools.base_toolset", BaseToolset=BaseToolset, ToolPredicate=object)
    module("google.adk.tools.function_tool", FunctionTool=stub_class("FunctionTool"))
    module("google.adk.tools.tool_context", ToolContext=ToolContext)


def version_of(sources):
    text = pathlib.Path(sources, "src/google/adk/version.py").read_text("utf-8")
    return re.search(r'__version__ = "([^"]+)"', text).group(1)


async def run(sources, request):
    prepare(sources)
    import google.adk.skills.models as models
    import google.adk.skills as skills_package
    skills_package.models = models
    if pathlib.Path(sources, "src/google/adk/skills/skill_registry.py").exists():
        from google.adk.skills.skill_registry import SkillRegistry
        skills_package.SkillRegistry = SkillRegistry
    from google.adk.skills import _utils
    from google.adk.tools import skill_toolset

    skills, refused = [], []
    for folder in sorted(pathlib.Path(request["skills"]).iterdir()):
        if not (folder / "SKILL.md").exists():
            continue
        try:
            skills.append(_utils._load_skill_from_dir(folder))
        except Exception as error:
            refused.append([folder.name, type(error).__name__])
    toolset = skill_toolset.SkillToolset(skills)
    context, prompt = ToolContext(), LlmRequest()
    await toolset.process_llm_request(tool_context=context, llm_request=prompt)
    tools = {tool.name: tool for tool in await toolset.get_tools(None)}
    declared = [tool._get_declaration() for tool in tools.values()]
    answers = []
    for call in request["calls"]:
        tool = tools.get(call["tool"])
        answer = None if tool is None else await tool.run_async(args=call["input"], tool_context=context)
        answers.append({"value": answer, "isError": isinstance(answer, dict) and "error" in answer})
    return {
        "version": version_of(sources),
        "system": "\n\n".join(prompt.instructions),
        "tools": [{"name": one.name, "inputSchema": one.parameters_json_schema} for one in declared],
        "answers": answers,
        "refused": refused,
    }


def main(sources, request):
    return asyncio.run(run(sources, request))
