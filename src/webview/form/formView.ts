// Renders the form page. Large parts are only rendered again when the form itself changes.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import type { LayoutBlock, Form } from "../../model/form/form.ts";
import { findHiddenFieldIds } from "../../model/form/layout.ts";
import type { CommitLocationView, CommitView } from "../../protocol/formProtocol.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { renderIcon, renderIconButton } from "../shared/icons.ts";
import { renderTabs } from "../shared/tabs.ts";
import { renderConflictView } from "./conflictView.ts";
import type { FormPageContext } from "./formPageContext.ts";
import { formatFullInput } from "./fields/readOnlyField.ts";
import type { CommitGrouping, FormContent, FormPage } from "./formPage.ts";
import { renderFormActions, renderNotices, renderTitleBlock } from "./formHeader.ts";

// The fields in the layout of the tracker.

/** Consecutive fields share a grid; other blocks get a row of their own. */
type LayoutGroup =
  { readonly kind: "fields"; readonly ids: readonly number[] } | Exclude<LayoutBlock, { kind: "field" }>;

function groupBlocks(blocks: readonly LayoutBlock[]): readonly LayoutGroup[] {
  const groups: LayoutGroup[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind !== "field") {
      groups.push(block);
    } else {
      const before = last?.kind === "fields" ? last.ids : [];
      if (last?.kind === "fields") groups.pop();
      groups.push({ kind: "fields", ids: [...before, block.fieldId] });
    }
  }
  return groups;
}

function renderFields(page: FormPageContext, ids: readonly number[]): TemplateResult {
  return html`<div class="grid">
    ${repeat(
      ids,
      (id) => id,
      (id) => html`<artifact-field .page=${page} .target=${id}></artifact-field>`,
    )}
  </div>`;
}

function renderGroup(page: FormPageContext, group: LayoutGroup): unknown {
  switch (group.kind) {
    case "fields":
      return renderFields(page, group.ids);
    case "section":
      return keyed(
        group.id,
        html`<section>
          <h2 dir="auto">${group.label}</h2>
          ${renderLayout(page, group.content)}
        </section>`,
      );
    case "columns":
      // A single column takes the full width.
      if (group.columns.length === 1) return renderLayout(page, group.columns.flat());
      return html`<div class="columns">
        ${group.columns.map((column) => html`<div class="column">${renderLayout(page, column)}</div>`)}
      </div>`;
    case "richText":
      return html`<artifact-rich-text
        class="static-text"
        .page=${page}
        .source=${group.html}
        .format=${"html"}
      ></artifact-rich-text>`;
    case "separator":
      return html`<hr />`;
  }
}

function renderLayout(page: FormPageContext, blocks: readonly LayoutBlock[]): TemplateResult {
  return html`${groupBlocks(blocks).map((group) => renderGroup(page, group))}`;
}

// Commits that mention the artifact.

/** More commits than this are grouped. */
const maxUngroupedCommits = 20;

function renderCommits(page: FormPage): TemplateResult | typeof nothing {
  const { commits: found, commitGrouping, texts } = page;
  if (found === undefined) return nothing;
  const { commits, notes } = found;
  const { heading, byBranch, byAuthor } = texts.commits;
  // Groups are shown once branches are known, so that rows move only once.
  const isGrouped =
    commits.length > maxUngroupedCommits && commits.every(({ branchGroup }) => branchGroup !== undefined);
  return html`<section class="commits">
    <div class="label-row">
      <h2>${heading}</h2>
      ${
        isGrouped
          ? renderTabs<CommitGrouping>({
              label: heading,
              selected: commitGrouping,
              panelId: "commits",
              tabs: [
                { id: "branch", label: byBranch },
                { id: "author", label: byAuthor },
              ],
              onSelect: (grouping) => page.setCommitGrouping(grouping),
            })
          : nothing
      }
    </div>
    <div id="commits" role=${isGrouped ? "tabpanel" : "group"} tabindex="0" aria-label=${heading}>
      ${
        isGrouped
          ? [...groupCommits(commits, commitGrouping)].map(
              ([label, group]) =>
                html`<h3><bdi>${label}</bdi> <span class="dim">${group.length}</span></h3>
                  ${renderCommitList(page, label, group)}`,
            )
          : renderCommitList(page, heading, commits)
      }
    </div>
    ${notes.map((note) => html`<p class="dim">${note}</p>`)}
  </section>`;
}

function renderCommitList(page: FormPage, label: string, commits: readonly CommitView[]): TemplateResult {
  return html`<ul aria-label=${label}>
    ${commits.map((commit) => renderCommit(page, commit))}
  </ul>`;
}

/** The group with the newest commit comes first. */
function groupCommits(
  commits: readonly CommitView[],
  grouping: CommitGrouping,
): ReadonlyMap<string, readonly CommitView[]> {
  const groups = new Map<string, CommitView[]>();
  for (const commit of commits) {
    const label = grouping === "author" ? commit.author : (commit.branchGroup ?? "");
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [commit]);
    else group.push(commit);
  }
  return groups;
}

function renderCommit(
  { call }: FormPage,
  { repository, hash, shortHash, subject, authorAndTime, exactTime, location }: CommitView,
): TemplateResult {
  return html`<li>
    <button type="button" class="link" @click=${() => void call("openCommit", { repository, hash })}>
      ${shortHash} <bdi>${subject}</bdi>
    </button>
    <span class="dim" title=${exactTime}>${authorAndTime}</span>
    ${location === undefined ? nothing : renderCommitLocation(location)}
  </li>`;
}

/** As in VS Code's Graph view, a pushed commit has a cloud. Only a commit that isn't pushed also has a text. */
function renderCommitLocation({
  push,
  branches,
  moreBranches,
  branchesText,
}: CommitLocationView): TemplateResult {
  return html`${push && renderCommitFact(push.isPushed ? "cloud" : "repo-push", push.text, push.isPushed ? "" : push.text)}
  ${renderCommitFact(
    "git-branch",
    branchesText,
    branches.length === 0
      ? branchesText
      : branches.map((name, index) => html`${index === 0 ? "" : ", "}<bdi>${name}</bdi>`),
    ` ${moreBranches}`,
  )}`;
}

function renderCommitFact(icon: string, text: string, ...shown: readonly unknown[]): TemplateResult {
  return html`<span class="dim" role="img" aria-label=${text} title=${text}
    >${renderIcon(icon)} ${shown}</span
  >`;
}

function renderFileReferences({ call, fileReferences, texts }: FormPage): TemplateResult | typeof nothing {
  if (fileReferences.length === 0) return nothing;
  return html`<section class="commits mentions">
    <h2>${texts.mentionedIn}</h2>
    <ul aria-label=${texts.mentionedIn}>
      ${fileReferences.map(
        ({ file, line, label, text }) =>
          html`<li>
            <button type="button" class="link" @click=${() => void call("openFileReference", { file, line })}>
              <bdi>${label}</bdi>
            </button>
            <span class="dim"><bdi>${text}</bdi></span>
          </li>`,
      )}
    </ul>
  </section>`;
}

function renderFieldSections(page: FormPage, ids: readonly number[]): readonly TemplateResult[] {
  return ids.map(
    (id) =>
      html`<section>
        <artifact-field .page=${page} .target=${id} variant="section"></artifact-field>
      </section>`,
  );
}

/** Inputs of fields that were deleted from the tracker: they can be read, copied and discarded. */
function renderDeletedFields(page: FormPage, form: Form): TemplateResult | typeof nothing {
  const existingIds = new Set(form.fields.map(({ id }) => id));
  const deleted = [...page.draftCopy.inputs].filter(
    ([target]) => target !== "comment" && !existingIds.has(target),
  );
  if (deleted.length === 0) return nothing;
  return html`<section class="deleted-fields">
    ${deleted.map(([target, input]) => {
      const label = fillPlaceholders(page.texts.removedField, target);
      return html`<div id="field-${target}" class="field is-block is-changed is-wide">
        <div class="label-row">
          <span class="label">${label}</span>
          ${renderIconButton("discard", fillPlaceholders(page.texts.revert, label), () => page.editField(target, undefined, false))}
        </div>
        <div class="draft-value" dir="auto">${formatFullInput(input, page.texts)}</div>
        <p class="problem">${page.texts.problems.fieldRemoved}</p>
      </div>`;
    })}
  </section>`;
}

const hiddenFieldCache = new WeakMap<Form, readonly number[]>();

/** Shows fields that the tracker hides if they have an edit or a problem, because the user couldn't fix them otherwise. */
function renderEditedHiddenFields(page: FormPage, form: Form): TemplateResult | typeof nothing {
  const ids = hiddenFieldCache.get(form) ?? findHiddenFieldIds(form);
  hiddenFieldCache.set(form, ids);
  for (const id of ids) {
    if (page.draftCopy.inputs.has(id) || page.fieldViewModels?.problems.has(id) === true) {
      page.shownHiddenFields.add(id);
    }
  }
  const shown = ids.filter((id) => page.shownHiddenFields.has(id));
  if (shown.length === 0) return nothing;
  return html`<section>${renderLayout(page, toFieldBlocks(shown))}</section>`;
}

function toFieldBlocks(ids: readonly number[]): readonly LayoutBlock[] {
  return ids.map((fieldId) => ({ kind: "field", fieldId }));
}

function renderForm(page: FormPage, content: FormContent): TemplateResult {
  const { form, draft, heading } = content;
  return html`${renderFormActions(page, content)}
  ${guard([form, heading, page.texts], () => renderTitleBlock(page, content))}
  ${renderNotices(page, draft.notices)}
  ${guard([form], () => html`<div class="form">${renderLayout(page, form.layout)}</div>`)}
  ${renderEditedHiddenFields(page, form)} ${renderDeletedFields(page, form)}
  ${guard([form], () => renderFieldSections(page, [...form.linkFields, ...form.fileFields]))}
  ${
    form.takesComment && !draft.isOpenInOtherWindow
      ? html`<section>
          <artifact-field .page=${page} .target=${"comment"} variant="comment"></artifact-field>
        </section>`
      : nothing
  }
  ${guard([page.commits, page.commitGrouping, page.texts], () => renderCommits(page))}
  ${guard([page.fileReferences, page.texts], () => renderFileReferences(page))}
  ${
    form.isNew || page.history?.kind === "none"
      ? nothing
      : html`<section>
          <artifact-activity .page=${page} .history=${page.history}></artifact-activity>
        </section>`
  }`;
}

function renderContent(page: FormPage): TemplateResult {
  const { content } = page;
  switch (content?.kind) {
    case undefined:
      return html``;
    case "loading":
      return html`<p class="page-message" role="status">
        <vscode-progress-ring></vscode-progress-ring> ${content.text}
      </p>`;
    case "problem":
      return html`<div class="page-message">
        <p role="alert" dir="auto">${content.text}</p>
        <vscode-button
          @click=${() => void page.call("runNoticeAction", { noticeId: "problem", actionId: content.action.id })}
          >${content.action.label}</vscode-button
        >
      </div>`;
    case "form":
      return content.draft.conflicts === undefined
        ? renderForm(page, content)
        : renderConflictView(page, content, content.draft.conflicts);
  }
}

export function renderFormPage(page: FormPage): TemplateResult {
  return html`${renderContent(page)}
    <div class="visually-hidden" role="status" aria-live="polite">${page.announcement}</div>`;
}
