/**
 * Lint rule for the words of code: one word for each thing, in identifiers and comments. CONTRIBUTING.md lists what is
 * written instead.
 */

/** Words that name nothing, or a person without saying which: visitor, member, operator, owner. */
const IN_COMMENTS = /\b(whoever|nobody|somebody|anew|told|said|keeper)\b|\bof (?:its|their) own\b|\bstands\b(?! for)/i;
const IN_NAMES = new Set(['whoever', 'nobody', 'somebody', 'anew', 'told', 'said', 'keeper']);

const partsOf = (name) => name.split(/(?=[A-Z])|_/).map((part) => part.toLowerCase());

const words = {
  create(context) {
    const check = (node) => {
      const found = partsOf(node.name).find((part) => IN_NAMES.has(part));
      if (found !== undefined) context.report({ node, message: `A name does not have the word "${found}".` });
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const [found] = IN_COMMENTS.exec(comment.value) ?? [];
          if (found !== undefined) context.report({ node: comment, message: `A comment does not say "${found}".` });
        }
      },
      Identifier: check,
      JSXIdentifier: check,
    };
  },
};

export default { meta: { name: 'words' }, rules: { plain: words } };
