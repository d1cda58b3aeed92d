// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {PropertyShares} from "./PropertyShares.sol";

/// @title Settles trades of property shares that the product has matched, and refuses every trade that breaks its rules.
/// @notice Calls take effect in order, each once, and as a whole or not at all. An order holds what it may cost from the moment
/// it is placed, so it can always be filled. Nobody's cash or shares fall below zero. Cash is what the operator owes to a
/// custodial address, and moves only by trades. The operator decides which orders trade with each other and in which order.
contract ShareMarket is AccessControl, Pausable {
    /// @notice An order. `price` is in cents for each share. `open` shares have neither traded nor been returned.
    struct Order {
        address account;
        uint64 tokenId;
        bool isSale;
        uint64 price;
        uint64 open;
        uint64 expiresAt;
    }

    /// @notice May settle.
    bytes32 public constant SETTLER_ROLE = keccak256("SETTLER_ROLE");
    /// @notice The most steps of one call: 50 orders, each with a fill.
    uint256 public constant STEPS_MAX = 100;
    /// @notice How far the time of a call may be ahead of its block, in seconds.
    uint256 public constant AHEAD_MAX = 60;
    /// @notice The gas that moves shares to a wallet, which may use what is left of it to accept them.
    uint256 public constant WALLET_GAS = 250_000;
    /// @dev Units of USDC in a cent.
    uint256 private constant UNITS_PER_CENT = 10_000;

    /// @notice The shares that are traded.
    PropertyShares public immutable shares;
    /// @notice The number of the last call that took effect.
    uint64 public lastSequence;
    /// @notice The operator's time of the last call, in seconds.
    uint64 public lastTime;
    /// @notice All cash in cents: what accounts have free, and what their open purchases hold.
    uint128 public totalCents;
    /// @notice How many shares of an account its open sales hold.
    mapping(address account => mapping(uint256 tokenId => uint256)) public held;

    mapping(uint256 orderId => Order) private _orders;
    mapping(address account => uint256) private _cents;
    bool private transient _isSettling;

    /// @notice A call took effect.
    event Settled(uint64 indexed sequence);
    /// @notice Cash came in, or was paid out if `cents` is negative.
    event CashMoved(address indexed account, int256 cents);
    /// @notice An order was placed.
    event Placed(uint256 indexed orderId, address indexed account, uint64 indexed tokenId, bool isSale, uint64 shares, uint64 price);
    /// @notice Two orders traded, at the price of the maker. `royalty` is in cents.
    event Sale(uint256 indexed makerId, uint256 indexed takerId, uint64 indexed tokenId, uint64 shares, uint64 price, uint256 royalty);
    /// @notice An order was canceled or has expired. What its `open` shares held was returned.
    event Closed(uint256 indexed orderId, uint64 open);
    /// @notice Shares left custody for a wallet.
    event SharesWithdrawn(address indexed account, uint64 indexed tokenId, uint64 shares, address indexed wallet);
    /// @notice Shares stay in custody, because the wallet refused them or may not receive them.
    event WithdrawalRefused(address indexed account, uint64 indexed tokenId, uint64 shares, address indexed wallet);

    /// @notice Calls take effect in order, each once.
    error WrongSequence(uint64 sequence, uint64 expected);
    /// @notice The time of a call is before that of the last one, or too far ahead of the block.
    error WrongTime(uint64 time);
    /// @notice A call has 1 to `STEPS_MAX` steps.
    error WrongSteps(uint256 count);
    /// @notice Steps are taken by `settle` only, and it does not nest.
    error NotAStep();
    /// @notice The id of an order is used once.
    error OrderExists(uint256 orderId);
    /// @notice Shares and price of an order are above zero.
    error EmptyOrder(uint256 orderId);
    /// @notice The order has fewer shares open. One that is closed or unknown has none.
    error NotOpen(uint256 orderId);
    /// @notice The order has expired at the time of the call.
    error Expired(uint256 orderId);
    /// @notice A purchase trades with a sale.
    error SameSide(uint256 makerId, uint256 takerId);
    /// @notice Both orders are for shares of one token.
    error DifferentTokens(uint256 makerId, uint256 takerId);
    /// @notice Nobody trades with themselves.
    error SelfTrade(uint256 makerId, uint256 takerId);
    /// @notice The purchase pays less than the sale asks.
    error PricesDoNotMeet(uint256 makerId, uint256 takerId);
    /// @notice Only custodial addresses place orders.
    error NotCustodial(address account);
    /// @notice The account has less free cash.
    error NotEnoughCash(address account);
    /// @notice The account has fewer shares that are not held by its sales.
    error NotEnoughShares(address account, uint64 tokenId);
    /// @notice The call has too little gas left to tell whether the wallet accepts the shares.
    error NotEnoughGas();

    /// @param admin May pause and give roles.
    constructor(address admin, address settler, PropertyShares shares_) {
        shares = shares_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(SETTLER_ROLE, settler);
    }

    /// @notice Takes steps, each an encoded call of `deposit`, `withdraw`, `place`, `fill`, `close` or `withdrawTo`.
    /// @param sequence One more than that of the last call.
    /// @param time When the first step was agreed, by the operator's clock, in whole seconds rounded down. Orders expire by it
    /// and never by the time of the block, so a late block refuses nothing that was agreed in time.
    function settle(uint64 sequence, uint64 time, bytes[] calldata steps) external onlyRole(SETTLER_ROLE) whenNotPaused {
        if (_isSettling) revert NotAStep();
        if (sequence != lastSequence + 1) revert WrongSequence(sequence, lastSequence + 1);
        if (time < lastTime || time > block.timestamp + AHEAD_MAX) revert WrongTime(time);
        if (steps.length == 0 || steps.length > STEPS_MAX) revert WrongSteps(steps.length);
        lastSequence = sequence;
        lastTime = time;
        _isSettling = true;
        for (uint256 n = 0; n < steps.length; n++) Address.functionDelegateCall(address(this), steps[n]);
        _isSettling = false;
        emit Settled(sequence);
    }

    /// @notice Adds cash that the operator received for the custodial address of an id.
    function deposit(bytes32 id, uint64 cents) external onlyStep {
        address account = shares.openCustody(id);
        _cents[account] += cents;
        totalCents += cents;
        emit CashMoved(account, int256(uint256(cents)));
    }

    /// @notice Takes free cash that the operator pays out.
    function withdraw(address account, uint64 cents) external onlyStep {
        _take(account, cents);
        totalCents -= cents;
        emit CashMoved(account, -int256(uint256(cents)));
    }

    /// @notice Places an order. A sale holds its shares, and a purchase what they cost at its price.
    /// @param expiresAt In whole seconds, rounded up.
    function place(
        uint256 orderId,
        address account,
        uint64 tokenId,
        bool isSale,
        uint64 amount,
        uint64 price,
        uint64 expiresAt
    ) external onlyStep {
        if (_orders[orderId].account != address(0)) revert OrderExists(orderId);
        if (amount == 0 || price == 0) revert EmptyOrder(orderId);
        if (expiresAt <= lastTime) revert Expired(orderId);
        if (!shares.isCustodial(account)) revert NotCustodial(account);
        _orders[orderId] = Order(account, tokenId, isSale, price, amount, expiresAt);
        if (!isSale) _take(account, uint256(amount) * price);
        else held[account][tokenId] = _heldWith(account, tokenId, amount);
        emit Placed(orderId, account, tokenId, isSale, amount, price);
    }

    /// @notice Trades shares of two open orders at the price of the maker, which rested. A purchase at a higher price gets the
    /// difference back. The seller gets the price without the royalty, which is rounded down to whole cents. The receiver of
    /// royalties pays none to itself.
    function fill(uint256 makerId, uint256 takerId, uint64 amount) external onlyStep {
        Order storage maker = _orders[makerId];
        Order storage taker = _orders[takerId];
        _reduce(maker, makerId, amount);
        _reduce(taker, takerId, amount);
        if (maker.isSale == taker.isSale) revert SameSide(makerId, takerId);
        if (maker.tokenId != taker.tokenId) revert DifferentTokens(makerId, takerId);
        if (maker.account == taker.account) revert SelfTrade(makerId, takerId);
        (Order storage sale, Order storage purchase) = maker.isSale ? (maker, taker) : (taker, maker);
        if (purchase.price < sale.price) revert PricesDoNotMeet(makerId, takerId);
        uint64 tokenId = maker.tokenId;
        uint256 cents = uint256(amount) * maker.price;
        (address receiver, uint256 royalty) = shares.royaltyInfo(tokenId, cents);
        if (receiver == sale.account) royalty = 0;
        held[sale.account][tokenId] -= amount;
        _cents[sale.account] += cents - royalty;
        if (royalty > 0) _cents[receiver] += royalty;
        if (purchase.price > maker.price) _cents[purchase.account] += uint256(amount) * purchase.price - cents;
        emit Sale(makerId, takerId, tokenId, amount, maker.price, royalty);
        shares.moveCustodial(sale.account, purchase.account, tokenId, amount);
    }

    /// @notice Returns what an order still holds. It was canceled, or has expired by the operator's time.
    function close(uint256 orderId) external onlyStep {
        Order storage closing = _orders[orderId];
        uint64 open = closing.open;
        if (open == 0) revert NotOpen(orderId);
        closing.open = 0;
        if (closing.isSale) held[closing.account][closing.tokenId] -= open;
        else _cents[closing.account] += uint256(open) * closing.price;
        emit Closed(orderId, open);
    }

    /// @notice Moves shares that no sale holds to a wallet whose owner has proven that it is theirs. A wallet that refuses, fails
    /// or wastes gas stops no other step: the shares stay.
    function withdrawTo(address account, uint64 tokenId, uint64 amount, address wallet) external onlyStep {
        _heldWith(account, tokenId, amount);
        // With less, the call below would get less than WALLET_GAS (EIP-150), and its failure would look like a refusal.
        if (gasleft() < WALLET_GAS + WALLET_GAS / 32) revert NotEnoughGas();
        try shares.moveToWallet{gas: WALLET_GAS}(account, wallet, tokenId, amount) {
            emit SharesWithdrawn(account, tokenId, amount, wallet);
        } catch {
            emit WithdrawalRefused(account, tokenId, amount, wallet);
        }
    }

    /// @notice Returns an order, also a closed one. One that is unknown has the account zero.
    function order(uint256 orderId) external view returns (Order memory) {
        return _orders[orderId];
    }

    /// @notice Returns the free cash of an account in units of USDC: always whole cents.
    function cashOf(address account) external view returns (uint256) {
        return _cents[account] * UNITS_PER_CENT;
    }

    /// @notice Refuses every call until the pause ends.
    function pause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _pause();
    }

    /// @notice Ends a pause.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @dev A step keeps the sender of `settle`, so code that is called in between cannot take one.
    modifier onlyStep() {
        if (!_isSettling) revert NotAStep();
        _checkRole(SETTLER_ROLE);
        _;
    }

    function _take(address account, uint256 cents) private {
        if (_cents[account] < cents) revert NotEnoughCash(account);
        _cents[account] -= cents;
    }

    /// @dev Returns what sales of the account hold together with `amount`, which must be free.
    function _heldWith(address account, uint64 tokenId, uint64 amount) private view returns (uint256 sum) {
        sum = held[account][tokenId] + amount;
        if (shares.balanceOf(account, tokenId) < sum) revert NotEnoughShares(account, tokenId);
    }

    function _reduce(Order storage filled, uint256 orderId, uint64 amount) private {
        if (amount == 0 || filled.open < amount) revert NotOpen(orderId);
        if (filled.expiresAt <= lastTime) revert Expired(orderId);
        filled.open -= amount;
    }
}
