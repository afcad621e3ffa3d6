/**
 * Lint rule that refuses some words in identifiers and comments: those for a person that do not say which one (instead:
 * visitor, member, owner, operator), and those that make a person of a program. See CONTRIBUTING.md.
 */

const WORDS = ['whoever', 'nobody', 'somebody', 'anew', 'told', 'said', 'keeper'];
const IN_COMMENTS = new RegExp(`\\b(?:${WORDS.join('|')})\\b|\\bof (?:its|their) own\\b|\\bstands\\b(?! for)`, 'i');

const partsOf = (name) => name.split(/(?<=[a-z0-9])(?=[A-Z])|_/).map((part) => part.toLowerCase());

const words = {
  create(context) {
    const check = (node) => {
      const found = partsOf(node.name).find((part) => WORDS.includes(part));
      if (found !== undefined) context.report({ node, message: `A name does not have the word "${found}".` });
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const [found] = IN_COMMENTS.exec(comment.value.replace(/\s*\n\s*\*?\s*/g, ' ')) ?? [];
          if (found !== undefined) context.report({ node: comment, message: `A comment does not say "${found}".` });
        }
      },
      Identifier: check,
      JSXIdentifier: check,
      PrivateIdentifier: check,
    };
  },
};

export default { meta: { name: 'words' }, rules: { plain: words } };
