/**
 * Lint rule for pages that a browser translates. A translator replaces each text node by its own elements
 * (https://github.com/facebook/react/issues/11538). React then removes, moves or changes a node that is no longer in
 * the page: the screen breaks, or old words stay. React owns no text node where a text is the only child of its
 * element.
 */

/**
 * Kind of a child of an element: an `element`, or a `conditional` one; a fixed `text`, or a `changing` one; or a
 * `value`, which may be any of them.
 */
function kindOf(child) {
  if (child.type === 'JSXText') return child.value.trim() === '' ? null : 'text';
  if (child.type !== 'JSXExpressionContainer') return child.type === 'JSXSpreadChild' ? 'value' : 'element';
  const { expression } = child;
  switch (expression.type) {
    case 'JSXEmptyExpression':
      return null;
    case 'JSXElement':
    case 'JSXFragment':
      return 'element';
    case 'Literal':
      return String(expression.value).trim() === '' ? null : 'text';
    case 'TemplateLiteral':
      return expression.expressions.length === 0 ? 'text' : 'changing';
    case 'LogicalExpression':
    case 'ConditionalExpression':
      return holdsOnlyText(expression) ? 'changing' : 'conditional';
    case 'CallExpression':
      return isList(expression) ? 'conditional' : 'value';
    case 'Identifier':
      return SLOT_NAMES.includes(expression.name) ? 'element' : 'value';
    default:
      return 'value';
  }
}

/** Properties and variables that hold elements. */
const SLOT_NAMES = ['children', 'links', 'picture'];

/** Calls that give elements. */
const LIST_CALLS = ['map', 'flatMap', 'from', 'chips', 'row', 'tier', 'handle'];
const isList = ({ callee }) =>
  LIST_CALLS.includes(callee.type === 'MemberExpression' ? callee.property.name : callee.name);

function isText(node) {
  return (
    (node.type === 'Literal' && typeof node.value === 'string') ||
    node.type === 'TemplateLiteral' ||
    (node.type === 'ConditionalExpression' && isText(node.consequent) && isText(node.alternate))
  );
}

const holdsOnlyText = (node) =>
  isText(node) || (node.type === 'LogicalExpression' && node.operator === '&&' && isText(node.right));

/** Reason for which the children would break or keep old words in a translated page; null if they do not. */
function faultOf(parent) {
  const kinds = parent.children.map(kindOf).filter((kind) => kind !== null);
  if (kinds.length === 0) return null;
  if (parent.type === 'JSXFragment' && kinds.some((kind) => kind === 'text'))
    return 'A fragment has no bare text: give the text an element.';
  if (kinds.length === 1) return null;
  const has = (kind) => kinds.includes(kind);
  if (has('changing')) return 'A text that changes is the only child of its element.';
  if (has('conditional') && (has('text') || has('value')))
    return 'Something that comes and goes has no bare text beside it: give the text an element.';
  if (has('text') && has('value'))
    return 'Text beside a value: make it one template string, or give the value an element.';
  if (kinds.filter((kind) => kind === 'value').length > 1)
    return 'Two values beside each other: make them one template string, or give each an element.';
  if (has('value') && has('element')) return 'A value beside an element may be a text: give it an element.';
  return null;
}

const isComponentName = (name) => /^[A-Z]/.test(name ?? '');

/** The name of the component that a function is, if it is one. */
function componentOf(node) {
  if (node.id) return node.id.name;
  return node.parent?.type === 'VariableDeclarator' ? node.parent.id.name : undefined;
}

const translatable = {
  create(context) {
    const functions = [];
    const check = (node) => {
      const message = faultOf(node);
      if (message !== null) context.report({ node, message });
    };
    const returned = (node, value) => {
      if (value && holdsOnlyText(value))
        context.report({ node, message: 'A component returns an element, not a string.' });
    };
    const enter = (node) => {
      functions.push(node);
      if (node.type === 'ArrowFunctionExpression' && isComponentName(componentOf(node))) returned(node, node.body);
    };
    const leave = () => functions.pop();
    return {
      JSXElement: check,
      JSXFragment: check,
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      'FunctionDeclaration:exit': leave,
      'FunctionExpression:exit': leave,
      'ArrowFunctionExpression:exit': leave,
      ReturnStatement(node) {
        const owner = functions.at(-1);
        if (owner && isComponentName(componentOf(owner))) returned(node, node.argument);
      },
    };
  },
};

export default { meta: { name: 'accord' }, rules: { translatable } };
