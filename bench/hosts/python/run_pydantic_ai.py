"""pydantic-ai-skills in pydantic-ai, both from source: its own tool manager counts the errors of each tool."""

import asyncio
import importlib.metadata
import os
import re
import sys

from stubs import project_version, stub


def prepare(sources, agent_sources):
    stub("opentelemetry", "genai_prices", "logfire_api", "httpx", "httpx2", "httpcore", "httpcore2", "griffe",
         "griffelib", "_griffe", "anyio")
    slim = os.path.join(agent_sources, "pydantic_ai_slim")
    sys.path[:0] = [sources, slim, os.path.join(agent_sources, "pydantic_graph")]
    installed = importlib.metadata.version
    importlib.metadata.version = lambda name: "0" if re.match("pydantic[-_](ai|graph)", name) else installed(name)
    import pydantic_ai._function_schema as function_schema

    # What a docstring says of a parameter is the host's sentence, and not compared.
    function_schema.doc_descriptions = lambda *_, **__: (None, {})


async def run(sources, request):
    prepare(sources, request["agent"])
    from pydantic_ai.exceptions import ToolRetryError, UnexpectedModelBehavior
    from pydantic_ai.messages import ToolCallPart, ToolReturnPart
    from pydantic_ai.models.test import TestModel
    from pydantic_ai.tool_manager import ToolManager
    from pydantic_ai.tools import RunContext
    from pydantic_ai.usage import RunUsage
    from pydantic_ai_skills import SkillsToolset

    toolset = SkillsToolset(directories=[request["skills"]], validate=False)
    context = RunContext(deps=None, model=TestModel(), usage=RunUsage(), run_step=0)
    manager = await ToolManager(toolset).for_run_step(context)
    tools = [{"name": tool.name, "inputSchema": tool.parameters_json_schema} for tool in manager.tool_defs]
    answers, ended = [], False
    for at, call in enumerate(request["calls"]):
        if ended:
            answers.append(None)
            continue
        part = ToolCallPart(call["tool"], call["input"], tool_call_id=f"c{at}")
        try:
            value = await manager.handle_call(part)
            text = ToolReturnPart(part.tool_name, value, tool_call_id=part.tool_call_id).model_response_str()
            answers.append({"value": text, "isError": False})
        except ToolRetryError as error:
            answers.append({"value": error.tool_retry.model_response(), "isError": True})
        except UnexpectedModelBehavior:
            # The run ends here: the model gets no answer.
            answers.append(None)
            ended = True
        manager = await manager.for_run_step(RunContext(
            deps=None, model=TestModel(), usage=RunUsage(), run_step=at + 1, retries=manager.ctx.retries,
        ))
    return {
        "version": project_version(sources),
        "system": await toolset.get_instructions(context) or "",
        "tools": tools,
        "answers": answers,
        "refused": [],
    }


def main(sources, request):
    return asyncio.run(run(sources, request))
